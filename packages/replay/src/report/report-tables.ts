import { formatPlural } from "@lembas/format";
import { CACHE_PRICES } from "../baselines/context-size.js";
import { CHARACTERS_PER_TOKEN, type Unit } from "../baselines/policy.js";
import { type Cause, causeTitles } from "./causes.js";
import { formatMoney, moneyOf, type Prices } from "./prices.js";
import { percent, round, signed } from "./report-numbers.js";
import { textTable } from "./text-table.js";
import { type Row, type StepKind, stepKinds, sumRows, type Totals } from "./totals.js";

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

/** The heads of the table of the two ways. */
export const wayHeads = (unit: Unit): string[] => [
  ...[unit, "steps", "given", "messages", "", "lean ledger", ""],
];

/** What goes in by the two ways to use the packages, by kind of step, and of all. */
export const wayRows = (totals: Totals, unit: Unit): string[][] => {
  const cells = (name: string, row: Row): string[] => {
    const given = unit === "tokens" ? row.givenTokens : row.given;
    const size = (inserted: number): string[] => [round(inserted), percent(inserted - given, given)];
    return [name, round(row.steps), round(given), ...size(row.messages), ...size(row.lean)];
  };
  const used = stepKinds.filter((kind) => totals.rows[kind].steps > 0);
  return [...used.map((kind) => cells(titles[kind], totals.rows[kind])), cells("all", sumRows(totals))];
};

/** The same as a text. */
export const wayTable = (totals: Totals, unit: Unit): string => {
  const rows = wayRows(totals, unit);
  return textTable([wayHeads(unit), [], ...rows.slice(0, -1), [], ...rows.slice(-1)]);
};

/** A way of showing edits. */
type Edits = "diffs" | "oneLine";

/** What a table of policies is of. */
interface PolicyTableParts {
  readonly unit: Unit;
  readonly edits: Edits;
  readonly prices?: Prices | undefined;
}

/**
 * The cells of a table of policies: its heads behind the first, and a row for each policy. One that cannot show its edits
 * so is left out.
 */
export const policyCells = (
  { policies }: Totals,
  { unit, edits, prices }: PolicyTableParts,
): { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] } => {
  const costs = policies.flatMap(({ name, rewritesSent, [edits]: cost }) =>
    cost ? [{ name: rewritesSent ? `${name} *` : name, cost }] : [],
  );
  const against = costs[0]?.cost.inserted ?? 0;
  const isRewritten = costs.some(({ cost }) => cost.rewritten > 0);
  const cells = ({ name, cost }: (typeof costs)[number]): string[] => {
    const { inserted, input, rewritten, priced } = cost;
    return [
      ...[name, round(inserted), percent(inserted - against, against), round(input)],
      ...(isRewritten ? [round(rewritten)] : []),
      round(priced),
      ...(prices ? [formatMoney(moneyOf(cost, prices, unit))] : []),
    ];
  };
  const heads = [
    ...["inserted", "", "all calls read"],
    ...(isRewritten ? ["written again"] : []),
    "priced",
    ...(prices ? [prices.currency || "price"] : []),
  ];
  return { heads, rows: costs.map(cells) };
};

const editTitles: Readonly<Record<Edits, string>> = {
  oneLine: "edits in one line",
  diffs: "edits as diffs",
};

/** What the policies inserted, and what that makes of the model calls, in one way of showing edits. */
export const policyTable = (totals: Totals, parts: PolicyTableParts): string => {
  const { heads, rows } = policyCells(totals, parts);
  return textTable([[`${parts.unit}, ${editTitles[parts.edits]}`, ...heads], [], ...rows]);
};

const timeNotes = ({ times: { timed, lapsed } }: Totals): string[] =>
  timed === 0
    ? ["No times between calls are known: each is taken to come while the cache lasts, 5 minutes."]
    : [
        `Of ${formatPlural(timed, "call")} it is known how long after the one before ${timed === 1 ? "it" : "they"} came; any other is taken to come while the cache lasts, 5 minutes.`,
        lapsed === 0
          ? "None of them came after more than 5 minutes."
          : `${formatPlural(lapsed, "call")} came after more than 5 minutes and ${lapsed === 1 ? "writes" : "write"} all of it again.`,
      ];

/** What the figures of the calls are, and what of them no recording says. */
export const callNotes = (totals: Totals, unit: Unit, prices: Prices | undefined): string[] => {
  const calls = totals.policies[0]?.diffs.calls ?? 0;
  const stars = totals.policies.some(({ rewritesSent }) => rewritesSent)
    ? ["*: changes what was already sent, which newer models refuse."]
    : [];
  if (calls === 0)
    return ["No model call is in the recording. %: the inserted against what was recorded.", ...stars];
  const tokens =
    unit === "tokens" ? "" : `, ${CHARACTERS_PER_TOKEN} characters taken for a token (--tokens counts them)`;
  const isRewritten = totals.policies.some(({ diffs }) => diffs.rewritten > 0);
  return [
    `${formatPlural(calls, "model call")}. %: the inserted against what was recorded.`,
    `priced: as input without a cache; what is read from the cache at ${CACHE_PRICES.read}, what is written to it at ${CACHE_PRICES.write}.`,
    ...stars,
    ...(isRewritten ? ["written again: it was cached, and something before it was changed."] : []),
    ...(prices
      ? [`${prices.currency || "price"}: the input of all calls by the file of --price${tokens}.`]
      : []),
    ...timeNotes(totals),
    "System prompts and definitions of tools are not counted.",
  ];
};

/** What the two ways are. */
export const WAY_NOTE =
  "messages: @lembas/messages, in any agent; lean ledger: @lembas/context with its preset lean.";
