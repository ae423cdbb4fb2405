export { type RecallTool, recallTool } from "@lembas/context";
export {
  type AnthropicMessage,
  type ChatMessage,
  composeAnthropic,
  composeChat,
  composeModelMessages,
  composeResponses,
  createComposer,
  type MessageComposer,
  type ModelMessage,
} from "./compose/compose.js";
export { type Explained, type ExplainedMark, explain } from "./explain.js";
export { guide } from "./guide.js";
export type { ComposeOptions } from "./options.js";
export { type RecallArguments, recall } from "./recall.js";
export type { Composed, ComposedResult, Skipped, SkipReason } from "./report.js";
export { restore } from "./restore.js";
