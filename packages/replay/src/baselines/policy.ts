import { countLines } from "@lembas/format";
import { linesOfRead } from "../content-lines.js";
import type { ReadStep, ResultingStep, Step } from "../step.js";
import type { ContextSize } from "./context-size.js";

/** What sizes count. */
export type Unit = "characters" | "tokens";

/** Where tokens are not counted so many characters are taken for one. */
export const CHARACTERS_PER_TOKEN = 4;

/** What every policy is given beside a step, so that all write reads and diffs alike. */
export interface Shared {
  /** The lines of a read as `12: text`, with the note where lines remain. */
  readonly numbered: string;
  /** The hunks of an edit. */
  readonly diff: string;
}

/** A result as it stands in the conversation. */
export interface InsertedText {
  readonly text: string;
  /** The part of the text before the result itself, such as `[#a001] `; absent: none. */
  readonly head?: string | undefined;
}

/** How a harness writes results into the conversation. */
export interface Policy {
  readonly name: string;
  /** The ways of showing edits that it is compared in: its `own` one, as `diffs` alone, or `both` as diffs and as one line. */
  readonly edits: "own" | "diffs" | "both";
  /** Whether it changes what was already sent: newer models refuse that, or lose what they had thought. */
  readonly rewritesSent?: boolean | undefined;
  insert(step: ResultingStep, shared: Shared): InsertedText;
  /** Takes results out; after a compaction, the text that stands in their place. */
  remove?(step: Step & { op: "compact" | "forget" }): string;
  /** Called before each model call, for a policy that takes results out by itself. */
  beforeCall?(size: ContextSize): void;
}

/** A read in the common format: `12: text` for each line, and the note where lines remain. */
export const numberedLines = (step: ReadStep): string => {
  const { first, content } = step;
  const lines = linesOfRead(step);
  const shown = lines.map((line, at) => `${first + at}: ${line}`).join("\n");
  const next = first + lines.length;
  const left = countLines(content) - next + 1;
  if (lines.length === 0 || left <= 0) return shown;
  return `${shown}\n\n(${left === 1 ? "1 more line" : `${left} more lines`} — read again with offset ${next})`;
};
