import { formatCount } from "@lembas/format";
import { quote } from "./quote.js";

/** How many operations may go together. Specification 3.6. */
export const MOST_OPERATIONS = 100;

/** Whether the entries as they are go with each refusal, so that the model can mend its call. Specification 3.8. */
export const SHOWN = {
  nothing_to_do: false,
  too_many: false,
  no_action: false,
  unknown_action: false,
  no_content: false,
  no_old_text: true,
  too_long: false,
  separator: false,
  no_match: true,
  several_match: true,
  too_large: true,
} as const;

/** The stable word for each message that refuses. */
export type RefusalCode = keyof typeof SHOWN;

/** Why an operation cannot be done: a stable word, and the sentence for the model. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
}

/** Every refusal, with the message that the model reads. Specification 3.8. */
export const refusals = {
  nothingToDo: (): Refusal => ({
    code: "nothing_to_do",
    message: "Nothing to do: give action (with content and/or old_text), or operations.",
  }),
  tooMany: (operations: number): Refusal => ({
    code: "too_many",
    message:
      `a list has at most ${MOST_OPERATIONS} operations; this one has ${formatCount(operations)}. ` +
      "Send them in several calls.",
  }),
  noAction: (): Refusal => ({ code: "no_action", message: "no action — use add, replace or remove." }),
  unknownAction: (action: string): Refusal => ({
    code: "unknown_action",
    message: `unknown action ${quote(action)} — use add, replace or remove.`,
  }),
  addNeedsContent: (): Refusal => ({ code: "no_content", message: "add needs content." }),
  replaceNeedsContent: (): Refusal => ({
    code: "no_content",
    message: "replace needs content — the complete new entry.",
  }),
  needsOldText: (action: "replace" | "remove"): Refusal => ({
    code: "no_old_text",
    message: `${action} needs old_text: a short unique part of the entry to ${action}.`,
  }),
  tooLong: (characters: number): Refusal => ({
    code: "too_long",
    message:
      `an entry is one fact, under 400 characters; this one is ${formatCount(characters)}. ` +
      "Split it into facts, or keep only what will still matter.",
  }),
  separator: (): Refusal => ({
    code: "separator",
    message: 'a line holding only "§" separates entries; it cannot be inside one.',
  }),
  noMatch: (oldText: string): Refusal => ({
    code: "no_match",
    message: `no entry contains ${quote(oldText)}.`,
  }),
  severalMatch: (oldText: string): Refusal => ({
    code: "several_match",
    message: `${quote(oldText)} matches more than one entry — use a longer, unique part.`,
  }),
  tooLarge: (label: string, characters: number, limit: number): Refusal => ({
    code: "too_large",
    message:
      `${label} would be ${formatCount(characters)}/${formatCount(limit)} chars. ` +
      "Consolidate in the same call: replace overlapping entries with one shorter entry, " +
      "or remove stale ones, together with the add.",
  }),
} as const;
