import { formatCount, formatPlural } from "@lembas/format";
import { type Cause, causeTitles } from "./causes.js";
import type { PolicyTotals, Spent } from "./policy-run.js";
import type { Problem } from "./problems.js";
import { textTable } from "./text-table.js";
import { type Row, type StepKind, stepKinds, sumRows, type Totals } from "./totals.js";
import type { Verdict } from "./verify/verifier.js";
import { visible } from "./visible.js";

/** What a report shows beside its table. */
export interface ReportParts {
  readonly tokens: boolean;
  readonly compare: boolean;
  readonly calls: boolean;
}

const round = (value: number): string => formatCount(Math.round(value));

/** A number with its sign: a cost is `+`, a saving `−`. */
const signed = (value: number): string => {
  const rounded = Math.round(value);
  if (rounded === 0) return "0";
  return `${rounded > 0 ? "+" : "−"}${formatCount(Math.abs(rounded))}`;
};

const percent = (value: number, of: number): string => {
  if (of === 0) return "";
  const share = Math.round((1000 * value) / of) / 10;
  return share === 0 ? "0.0%" : `${share > 0 ? "+" : "−"}${Math.abs(share).toFixed(1)}%`;
};

const rowCells = (name: string, row: Row, tokens: boolean): string[] => {
  const counts = [
    name,
    round(row.steps),
    round(row.given),
    round(row.inserted),
    signed(row.inserted - row.given),
  ];
  const share = percent(row.inserted - row.given, row.given);
  const inTokens = tokens
    ? [round(row.givenTokens), round(row.insertedTokens), signed(row.insertedTokens - row.givenTokens)]
    : [];
  return [...counts, share, ...inTokens, round(row.stubs), round(row.capped)];
};

const titles: Readonly<Record<StepKind, string>> = {
  read: "read",
  edit: "edit",
  write: "write (new file)",
  output: "other tools",
  recall: "recall",
  memory: "memory",
  job: "background job",
  compact: "compaction table",
};

const stepTable = (totals: Totals, tokens: boolean): string => {
  const used = stepKinds.filter((kind) => totals.rows[kind].steps > 0);
  const inTokens = tokens ? ["given, tokens", "inserted, tokens", "difference, tokens"] : [];
  const head = [
    "step",
    "steps",
    "given, characters",
    "inserted",
    "difference",
    "",
    ...inTokens,
    "stubs",
    "capped",
  ];
  const rows = used.map((kind) => rowCells(titles[kind], totals.rows[kind], tokens));
  return textTable([head, [], ...rows, [], rowCells("all", sumRows(totals), tokens)]);
};

const causeTable = (totals: Totals): string => {
  const causes = (Object.keys(causeTitles) as Cause[]).filter((cause) => (totals.causes[cause] ?? 0) !== 0);
  const sum = causes.reduce((total, cause) => total + (totals.causes[cause] ?? 0), 0);
  const rows = causes.map((cause) => [causeTitles[cause], signed(totals.causes[cause] ?? 0)]);
  return textTable([
    ["what did it, characters (+ is a cost)", "difference"],
    [],
    ...rows,
    [],
    ["all", signed(sum)],
  ]);
};

const spentCells = (spent: Spent | undefined, base: number): string[] =>
  spent
    ? [round(spent.inserted), percent(spent.inserted - base, base), round(spent.input), round(spent.priced)]
    : ["—", "", "—", "—"];

const policyTable = ({ policies }: Totals, unit: string, compare: boolean): string => {
  const base = policies[compare ? 1 : 0];
  const calls = round(policies[0]?.diffs.calls ?? 0);
  const row = ({ name, diffs, oneLine }: PolicyTotals): string[] => [
    name,
    ...spentCells(diffs, base?.diffs.inserted ?? 0),
    ...spentCells(oneLine, base?.oneLine?.inserted ?? 0),
  ];
  const head = [
    `${unit}, ${calls} model calls`,
    "inserted",
    "",
    "all calls read",
    "priced",
    "edits in one line",
    "",
    "all calls read",
    "priced",
  ];
  const notes = [
    `%: the inserted ${unit} against those of "${base?.name ?? ""}".`,
    "priced: what the call before had read already counts a tenth, where nothing before it was changed.",
  ];
  return [textTable([head, [], ...policies.map(row)]), ...notes].join("\n");
};

const verdictLines = (verdicts: Readonly<Record<string, Verdict>>): string[] =>
  Object.entries(verdicts).flatMap(([name, { stubs, repeats, recalls, wrong, examples }]) => {
    const checked = [
      formatPlural(stubs, "stub"),
      formatPlural(repeats, "elided repeat"),
      formatPlural(recalls, "recall"),
    ];
    return [
      `Verified, ${name}: ${checked.join(", ")} checked, ${formatCount(wrong)} false.`,
      ...examples.map((example) => `  false: ${example}`),
    ];
  });

const placementLine = ({ placement, standIns }: Totals): string => {
  const { reads, unplacedReads, edits, unplacedEdits, editsAdrift } = placement;
  const parts = [
    `${formatCount(reads)} of ${formatPlural(reads + unplacedReads, "read")} placed`,
    `${formatCount(edits)} of ${formatPlural(edits + unplacedEdits, "edit")} with their texts`,
  ];
  if (editsAdrift > 0) parts.push(`${formatCount(editsAdrift)} of these of a text that no read showed`);
  if (standIns > 0)
    parts.push(`${formatPlural(standIns, "line")} of diffs stand for lines that are not in the recording`);
  return `From the recording: ${parts.join("; ")}.`;
};

/** What could not be used, in words. */
export const problemLines = (problems: readonly Problem[]): string[] =>
  problems.length === 0
    ? []
    : [
        "Not used as such:",
        ...problems.map(
          ({ what, count, first }) => `  ${formatCount(count)} × ${visible(what)} (first: ${visible(first)})`,
        ),
      ];

/**
 * The report for people: the table by kind of step, what made the difference, the policies, the verification, and
 * what could not be used.
 */
export const reportText = (
  title: string,
  totals: Totals,
  problems: readonly Problem[],
  parts: ReportParts,
): string => {
  const unit = parts.tokens ? "tokens" : "characters";
  const sections = [
    `${visible(title)}\n${placementLine(totals)}`,
    stepTable(totals, parts.tokens),
    causeTable(totals),
    ...(parts.compare || parts.calls ? [policyTable(totals, unit, parts.compare)] : []),
    [...verdictLines(totals.verdicts), ...problemLines(problems)].join("\n"),
  ];
  return sections.filter((section) => section !== "").join("\n\n");
};

/** How many stubs, repeats and recalls were false, over all ways the ledger was used. */
export const countWrong = (totals: Totals): number =>
  Object.values(totals.verdicts).reduce((sum, { wrong }) => sum + wrong, 0);
