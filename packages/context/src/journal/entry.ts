import { CHANGE_ENTRIES } from "../steps/change.js";
import { OUTPUT_ENTRIES } from "../steps/output.js";
import { READ_ENTRIES } from "../steps/read.js";
import { RECALL_ENTRIES } from "../steps/recall.js";
import { isId } from "../steps/step-id.js";
import { CHARACTERS, type EntryOf } from "./entry-shape.js";
import { either, isNull, listOf } from "./schema.js";

/** The entries that are of no step with an id. */
const OTHER_ENTRIES = {
  /** The conversation so far gave way to a summary: but for these results. */
  compact: { characters: CHARACTERS, kept: listOf(isId) },
  /** These results are no longer in the conversation. */
  forget: { ids: listOf(isId) },
  /** Everything after this step is gone; `null`: everything. */
  rewind: { id: either(isId, isNull) },
};

/** The fields of every kind of entry, by its op and its result. */
export const ENTRIES = {
  ...READ_ENTRIES,
  ...CHANGE_ENTRIES,
  ...OUTPUT_ENTRIES,
  ...RECALL_ENTRIES,
  ...OTHER_ENTRIES,
};

/** One entry of a session's journal: plain JSON. */
export type JournalEntry = EntryOf<typeof ENTRIES>;

/** The conversation so far gave way to a summary. */
export type CompactEntry = Extract<JournalEntry, { op: "compact" }>;

/** These results are no longer in the conversation. */
export type ForgetEntry = Extract<JournalEntry, { op: "forget" }>;

/** Everything after a step is gone. */
export type RewindEntry = Extract<JournalEntry, { op: "rewind" }>;

/** The entries that have an id, and so may be recalled, forgotten and rewound to. */
export type IdentifiedEntry = Exclude<JournalEntry, CompactEntry | ForgetEntry | RewindEntry>;
