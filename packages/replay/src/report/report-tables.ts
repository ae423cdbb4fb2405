import { formatPlural } from "@lembas/format";
import type { PolicyTotals } from "../baselines/policy-run.js";
import { type Cause, causeTitles } from "./causes.js";
import { percent, round, signed } from "./report-numbers.js";
import { textTable } from "./text-table.js";
import { type Row, type StepKind, stepKinds, sumRows, type Totals } from "./totals.js";

/** What the figures of a table count. */
export type Unit = "characters" | "tokens";

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

const stepCells = (name: string, row: Row, unit: Unit): string[] => {
  const [given, inserted] =
    unit === "tokens" ? [row.givenTokens, row.insertedTokens] : [row.given, row.inserted];
  const sizes = [round(given), round(inserted), signed(inserted - given), percent(inserted - given, given)];
  return unit === "tokens"
    ? [name, ...sizes]
    : [name, round(row.steps), ...sizes, round(row.stubs), round(row.capped)];
};

/** What was given and inserted, by kind of step; how many steps, stubs and caps there are stands beside the characters. */
export const stepTable = (totals: Totals, unit: Unit): string => {
  const used = stepKinds.filter((kind) => totals.rows[kind].steps > 0);
  const sizes = ["given", "inserted", "difference", ""];
  const head = unit === "tokens" ? [unit, ...sizes] : [unit, "steps", ...sizes, "stubs", "capped"];
  const rows = used.map((kind) => stepCells(titles[kind], totals.rows[kind], unit));
  return textTable([head, [], ...rows, [], stepCells("all", sumRows(totals), unit)]);
};

/** What made the difference, cause by cause. */
export const causeTable = (totals: Totals): string => {
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

/** The policies in one way of showing edits; one that cannot show them so is left out. */
const policyTable = (
  title: string,
  policies: readonly PolicyTotals[],
  edits: "diffs" | "oneLine",
): string => {
  const [recorded] = policies;
  const against = recorded?.[edits]?.inserted ?? 0;
  const rows = policies.flatMap((policy) => {
    const spent = policy[edits];
    if (!spent) return [];
    const { inserted, input, priced } = spent;
    return [
      [policy.name, round(inserted), percent(inserted - against, against), round(input), round(priced)],
    ];
  });
  return textTable([[title, "inserted", "", "all calls read", "priced"], [], ...rows]);
};

/** What the policies inserted, and what that makes of the model calls: once with edits as diffs, once in one line. */
export const policyTables = ({ policies }: Totals, unit: Unit): string => {
  const notes = [
    `${formatPlural(policies[0]?.diffs.calls ?? 0, "model call")}. %: the inserted ${unit} against those that were recorded.`,
    "priced: what the call before had read already counts a tenth, where nothing before it was changed.",
  ];
  return [
    policyTable(`${unit}, edits as diffs`, policies, "diffs"),
    policyTable(`${unit}, edits in one line`, policies, "oneLine"),
    notes.join("\n"),
  ].join("\n\n");
};
