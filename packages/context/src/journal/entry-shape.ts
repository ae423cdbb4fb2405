import { isId } from "../steps/step-id.js";
import { isCount, isText, isTrue, listOf, optional, type Shaped, shaped } from "./schema.js";

/** The version of the entries that this package writes. */
export const JOURNAL_VERSION = 1;

/** The characters that a step cost. */
export const CHARACTERS = shaped({
  /** What a plain tool would have put into the conversation. */
  given: isCount,
  /** What was put there instead. */
  inserted: isCount,
  /** Of that, the head; and the `n: ` of lines. */
  head: isCount,
  numbers: isCount,
  /** What is kept for recall. */
  stored: isCount,
});

/** The fields of every entry of a step with an id. */
export const STEP = {
  id: isId,
  /** The host's own name for the call. */
  callId: optional(isText),
  characters: CHARACTERS,
  /** Whether the text was cut to its budgets. */
  capped: optional(isTrue),
  /** The ids whose stored texts go, to stay within `keepChars`. */
  drops: optional(listOf(isId)),
};

/** The fields of every entry of a step about a file. */
export const FILE = {
  ...STEP,
  path: isText,
  /** Which paths are the same file. */
  key: isText,
  /** How many lines the content has. */
  lines: isCount,
};

type NamesOf<Kind> = Kind extends `${infer Op} ${infer Result}`
  ? { readonly op: Op; readonly result: Result }
  : { readonly op: Kind };

type Together<Type> = Type extends unknown ? { [Name in keyof Type]: Type[Name] } : never;

/** The entries of some shapes that are named by op and result, such as `read shown`. */
export type EntryOf<Shapes> = {
  [Kind in keyof Shapes]: Together<
    { readonly v: typeof JOURNAL_VERSION } & NamesOf<Kind> & Shaped<Shapes[Kind]>
  >;
}[keyof Shapes];

/** An entry before its characters are counted. */
export type Uncounted<Entry> = Entry extends unknown ? Omit<Entry, "v" | "characters" | "drops"> : never;
