export { ContextLedger, type ForkOptions, type Insertion } from "./context-ledger.js";
export { type GuideOptions, guide } from "./guide.js";
export type { JournalEntry } from "./journal/entry.js";
export { createInMemoryJournalStore, type JournalStore } from "./journal/journal-store.js";
export { openSession, type Session, type SessionOptions } from "./journal/open-session.js";
export {
  type LedgerOptions,
  lean,
  type PageBounds,
  REPEATABLE_TOOLS,
  type ToolCap,
  type ToolCaps,
} from "./options.js";
export { type RecallTool, recallTool } from "./recall-tool.js";
export type { ImageStats, LedgerStats, StepStats } from "./stats.js";
export {
  type ContentBlock,
  type ImageBlock,
  isImageBlock,
  isTextBlock,
  type OtherBlock,
  type TextBlock,
} from "./steps/blocks.js";
export type { ChangeStep, EditStep, WriteStep } from "./steps/change.js";
export type { CompactStep } from "./steps/compact.js";
export type { LedgerStep } from "./steps/kinds.js";
export type { Mark } from "./steps/marks.js";
export type { OutputStep } from "./steps/output.js";
export type { ReadStep } from "./steps/read.js";
export type { RecallStep } from "./steps/recall.js";
export type { ResultNames } from "./steps/result-names.js";
export type { InsertionKind } from "./steps/step-kind.js";
export type { SeenFile } from "./windows/seen-file.js";
