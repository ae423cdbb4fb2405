import type { Measure } from "./baselines/policy-run.js";
import { linesOfRead } from "./content-lines.js";
import { pick, toObject, toText } from "./formats/json.js";
import type { Inserted } from "./ledger-policy.js";
import type { StepKind, ToolRow } from "./report/totals.js";
import type { ResultingStep } from "./step.js";
import type { Claim } from "./verify/claim.js";

/** How one result goes into the conversation. */
export interface TracedText {
  /** Characters that go in. */
  readonly inserted: number;
  /** What it says that the conversation shows already. */
  readonly claims: readonly Claim[];
}

/** One result of a tool, and what became of it. */
export interface TracedResult {
  readonly id: string;
  readonly kind: StepKind;
  readonly tool: string;
  /** Characters that the model was given. */
  readonly given: number;
  /** Of these, what the lean ledger names, since it stands above already, and what its caps leave out. */
  readonly known: number;
  readonly cut: number;
  /** Whether a model call read it: only then does it count. */
  isRead: boolean;
  readonly messages: TracedText;
  readonly lean: TracedText;
  /** The path or the command of its call, where it has one. */
  readonly subject: string | undefined;
  /** What the tool gave, and what goes in with the lean ledger. */
  readonly texts: { readonly given: string; readonly lean: string };
}

/** One conversation, result by result and call by call. */
export interface SessionTrace {
  readonly results: readonly TracedResult[];
  /** How long the conversation was at each model call under each policy, in the unit of the policies. */
  readonly lengths: readonly { readonly name: string; readonly calls: readonly number[] }[];
}

/** A result as the two ways to use the packages put it into the conversation, and the second of them without caps. */
export interface InsertedByWays {
  readonly messages: { readonly text: string; readonly claims: readonly Claim[] };
  readonly lean: Inserted;
  readonly leanWhole: Inserted;
}

/** The arguments that say what a call is about; the first that is there does. */
const SUBJECTS = ["command", "cmd", "path", "file_path", "pattern", "query", "url"];

const subjectOf = (step: ResultingStep): string | undefined => {
  if (step.op === "read" || step.op === "edit") return step.path;
  const subject = pick(toObject(step.args), SUBJECTS);
  return Array.isArray(subject)
    ? subject.filter((word) => typeof word === "string").join(" ")
    : toText(subject);
};

/** The lines of a file that a text shows or names. */
const linesOf = (text: string): { readonly first: number; readonly last: number } | undefined => {
  const [, first, last] = /^\[\S+ lines (\d+)-(\d+) of /.exec(text) ?? [];
  return first === undefined || last === undefined ? undefined : { first: Number(first), last: Number(last) };
};

/** Whether a cap of the lean ledger leaves out some of a result, and how much stands behind a page that it only names. */
const leftOut = (
  step: ResultingStep,
  { lean, leanWhole }: InsertedByWays,
  count: Measure,
): { readonly isShortened: boolean; readonly behind: number } => {
  if (lean.text === leanWhole.text) return { isShortened: false, behind: 0 };
  if (step.op !== "read") return { isShortened: lean.kind === "capped", behind: 0 };
  const [page, whole] = [linesOf(lean.text), linesOf(leanWhole.text)];
  const isShortened = lean.kind === "capped" || page?.last !== whole?.last;
  const behind =
    isShortened && lean.kind === "stub" && page
      ? count(
          linesOfRead(step)
            .slice(page.last - page.first + 1)
            .join("\n"),
        )
      : 0;
  return { isShortened, behind };
};

/**
 * What a result adds to the row of its tool.
 *
 * @param count counts the characters of a text
 */
export const toolRow = (
  step: ResultingStep,
  given: number,
  ways: InsertedByWays,
  count: Measure,
): ToolRow => {
  const { messages, lean, leanWhole } = ways;
  const { isShortened, behind } = leftOut(step, ways, count);
  const left = Math.min(given, behind);
  const named = lean.claims.reduce((sum, { characters = given - left }) => sum + characters, 0);
  const known = Math.min(given, named);
  const inserted = count(lean.text);
  const cut = isShortened ? Math.max(left, count(leanWhole.text) - inserted) : 0;
  return {
    tool: step.tool,
    results: 1,
    given,
    lean: inserted,
    messages: count(messages.text),
    known,
    cut: Math.max(0, Math.min(given - known, cut)),
    shortened: isShortened ? 1 : 0,
  };
};

/** What became of a result. */
export const traceResult = (
  step: ResultingStep,
  kind: StepKind,
  { given, known, cut, messages, lean }: ToolRow,
  ways: InsertedByWays,
): TracedResult => ({
  id: step.id,
  kind,
  tool: step.tool,
  given,
  known,
  cut,
  isRead: false,
  messages: { inserted: messages, claims: ways.messages.claims },
  lean: { inserted: lean, claims: ways.lean.claims },
  subject: subjectOf(step),
  texts: { given: step.given, lean: ways.lean.text },
});
