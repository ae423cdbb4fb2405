import type { PolicyTotals } from "../baselines/policy-run.js";
import type { Placement } from "../files/call-placer.js";
import { emptyVerdict, type Verdict } from "../verify/verdict.js";
import { addCauses, type Causes } from "./causes.js";
import type { Problem } from "./problems.js";

/** The kinds of step that the table has a row for. */
export const stepKinds = ["read", "edit", "write", "output", "recall", "memory", "job", "compact"] as const;

/** A kind of step. */
export type StepKind = (typeof stepKinds)[number];

/** One row of the table. `given` and `inserted` are characters. */
export interface Row {
  steps: number;
  given: number;
  inserted: number;
  stubs: number;
  capped: number;
  /** In tokens, where they are counted. */
  givenTokens: number;
  insertedTokens: number;
  /** What goes in as `@lembas/messages` sends it, and with the lean ledger, where compared: in the unit of the policies. */
  messages: number;
  lean: number;
}

/** What became of the results of one tool, in characters. */
export interface ToolRow {
  readonly tool: string;
  results: number;
  given: number;
  /** What goes in as `@lembas/messages` sends it, and with the lean ledger. */
  messages: number;
  lean: number;
  /** Of what was given: what the lean ledger names, since it stands above already, and what its caps leave out. */
  known: number;
  cut: number;
  /** Results of which a cap of the lean ledger leaves something out. */
  shortened: number;
}

/** The times of the model calls, where a recording has them. */
export interface CallTimes {
  /** Calls whose time is known, and that of the call before. */
  timed: number;
  /** Of these, how many came after the lifetime of the cache. */
  lapsed: number;
}

/** Everything that a replay counts, of one recording or of many. */
export interface Totals {
  readonly rows: Record<StepKind, Row>;
  readonly causes: Causes;
  readonly placement: Placement;
  readonly policies: PolicyTotals[];
  /** By name, the first seen first; where compared. */
  readonly tools: ToolRow[];
  readonly times: CallTimes;
  /** One verdict for each way the ledger was used, by the policy's name. */
  readonly verdicts: Record<string, Verdict>;
  conversations: number;
  /** Results that no model call read, which count nowhere else, and the characters that the tools gave. */
  readonly unread: { results: number; characters: number };
  /** Characters of results that the lean ledger leaves out or says in its own words, though it cuts nothing; where compared. */
  reworded: number;
  /** Characters of results that `@lembas/messages` does not send, since a terminal would not show them; where compared. */
  overwritten: number;
  /** Lines of shown diffs that stand for lines which no read of the recording shows. */
  standIns: number;
}

/** One recording's totals, with its format and its problems. */
export interface RecordingReport {
  readonly file: string;
  readonly format: string;
  readonly totals: Totals;
  readonly problems: readonly Problem[];
}

const emptyRow = (): Row => ({
  steps: 0,
  given: 0,
  inserted: 0,
  stubs: 0,
  capped: 0,
  givenTokens: 0,
  insertedTokens: 0,
  messages: 0,
  lean: 0,
});

/** Totals of nothing. */
export const emptyTotals = (): Totals => ({
  rows: Object.fromEntries(stepKinds.map((kind) => [kind, emptyRow()])) as Record<StepKind, Row>,
  causes: {},
  placement: { reads: 0, unplacedReads: 0, edits: 0, unplacedEdits: 0, editsAdrift: 0 },
  policies: [],
  tools: [],
  times: { timed: 0, lapsed: 0 },
  verdicts: {},
  conversations: 0,
  unread: { results: 0, characters: 0 },
  reworded: 0,
  overwritten: 0,
  standIns: 0,
});

const addNumbers = <Sum extends object>(sum: Sum, more: Sum): void => {
  // A list of the entries, made for each result, would cost more than all sums.
  for (const name in more) {
    const value = more[name];
    if (typeof value === "number") Reflect.set(sum, name, value + Number(sum[name] ?? 0));
  }
};

/** Adds a row to the sum of its kind. */
export const addRow = (sum: Row, row: Row): void => addNumbers(sum, row);

/** How many tools are told apart; all further ones are counted as one. */
const MOST_TOOLS = 200;

/** Adds a tool's row to that of the same name. */
export const addTool = (sum: Totals, { tool, ...more }: ToolRow): void => {
  let row = sum.tools.find((known) => known.tool === tool);
  if (!row) {
    const name = sum.tools.length < MOST_TOOLS - 1 ? tool : "other tools";
    row = sum.tools.find((known) => known.tool === name);
    if (!row) {
      row = { tool: name, ...{ results: 0, given: 0, messages: 0, lean: 0, known: 0, cut: 0, shortened: 0 } };
      sum.tools.push(row);
    }
  }
  addNumbers<Omit<ToolRow, "tool">>(row, more);
};

/** How many texts were checked. */
export const countChecked = ({ stubs, repeats, marks, recalls }: Verdict): number =>
  stubs + repeats + marks + recalls;

/** Adds a verdict to those of the same name. */
export const addVerdict = (sum: Totals, name: string, verdict: Verdict): void => {
  sum.verdicts[name] ??= emptyVerdict();
  addNumbers(sum.verdicts[name], verdict);
  sum.verdicts[name].examples.push(...verdict.examples);
};

/** Adds the totals of a recording to a sum over recordings. */
export const addTotals = (sum: Totals, more: Totals): void => {
  for (const kind of stepKinds) addNumbers(sum.rows[kind], more.rows[kind]);
  addCauses(sum.causes, more.causes);
  addNumbers(sum.placement, more.placement);
  addNumbers(sum.unread, more.unread);
  addNumbers(sum.times, more.times);
  for (const row of more.tools) addTool(sum, row);
  for (const [at, policy] of more.policies.entries()) {
    const known = sum.policies[at];
    if (!known) sum.policies.push(structuredClone(policy));
    else {
      addNumbers(known.diffs, policy.diffs);
      if (known.oneLine && policy.oneLine) addNumbers(known.oneLine, policy.oneLine);
    }
  }
  for (const [name, verdict] of Object.entries(more.verdicts)) addVerdict(sum, name, verdict);
  sum.conversations += more.conversations;
  sum.reworded += more.reworded;
  sum.overwritten += more.overwritten;
  sum.standIns += more.standIns;
};

/** How many results of tools were replayed. */
export const countResults = (totals: Totals): number => sumRows(totals).steps - totals.rows.compact.steps;

/** The sum of all rows. */
export const sumRows = (totals: Totals): Row => {
  const sum = emptyRow();
  for (const kind of stepKinds) addNumbers(sum, totals.rows[kind]);
  return sum;
};
