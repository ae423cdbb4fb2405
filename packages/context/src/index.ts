export { ContextLedger, type Insertion, type SeenFile } from "./context-ledger.js";
export type { JournalEntry } from "./journal/entry.js";
export { createInMemoryJournalStore } from "./journal/in-memory-journal-store.js";
export type { JournalStore } from "./journal/journal-store.js";
export { openSession, type Session, type SessionOptions } from "./journal/open-session.js";
export type { LedgerOptions, PageBounds, ToolCap } from "./options.js";
export type { LedgerStats, StepStats } from "./stats.js";
export type { ChangeStep } from "./steps/change.js";
export type { CompactStep } from "./steps/compact.js";
export {
  type ContentBlock,
  type ImageBlock,
  isImageBlock,
  isTextBlock,
  type OtherBlock,
  type TextBlock,
} from "./steps/content-block.js";
export type { InsertionKind } from "./steps/decision.js";
export type { OutputStep } from "./steps/output.js";
export type { ReadStep } from "./steps/read.js";
export type { RecallStep } from "./steps/recall.js";
