export type { ChangeStep } from "./change-step.js";
export type { CompactStep } from "./compact-step.js";
export {
  type ContentBlock,
  type ImageBlock,
  isImageBlock,
  isTextBlock,
  type OtherBlock,
  type TextBlock,
} from "./content-block.js";
export { ContextLedger, type Insertion, type SeenFile } from "./context-ledger.js";
export type { InsertionKind } from "./decision.js";
export { createInMemoryJournalStore } from "./in-memory-journal-store.js";
export type { JournalEntry } from "./journal-entry.js";
export type { JournalStore } from "./journal-store.js";
export type { LedgerOptions, PageBounds, ToolCap } from "./ledger-options.js";
export type { LedgerStats, StepStats } from "./ledger-stats.js";
export { openSession, type Session, type SessionOptions } from "./open-session.js";
export type { OutputStep } from "./output-step.js";
export type { ReadStep } from "./read-step.js";
export type { RecallStep } from "./recall-step.js";
