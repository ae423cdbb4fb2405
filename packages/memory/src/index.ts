export { createMemory, type Memory } from "./create-memory.js";
export type { MemoryAnswer, MemoryAnswerCode } from "./memory-answer.js";
export type { CallOptions, MemoryOptions } from "./memory-options.js";
export {
  type Applied,
  type AppliedCode,
  type ApplyOpsInput,
  type ApplyOpsResult,
  applyOps,
  type Refused,
} from "./operations/apply-ops.js";
export { ENTRY_SEPARATOR } from "./operations/entries.js";
export type { MemoryOperation } from "./operations/operation.js";
export type { RefusalCode } from "./operations/refusal.js";
export { noHiddenCharacters } from "./policies/no-hidden-characters.js";
export { noNearDuplicates } from "./policies/no-near-duplicates.js";
export { pinned } from "./policies/pinned.js";
export { type MemoryPolicy, type ProposedChange, policyRefusal, withholdReason } from "./policies/policy.js";
export { createInMemoryStore } from "./store/in-memory-store.js";
export type {
  ChangeOutcome,
  MemoryChange,
  MemoryState,
  MemoryStore,
  UpdateOptions,
} from "./store/memory-store.js";
export { DEFAULT_TARGETS, type MemoryTarget } from "./target.js";
export { type RenderMemoryInput, renderMemory } from "./texts/render-memory.js";
export { renderResult } from "./texts/render-result.js";
export {
  type MemoryTool,
  memoryReadTool,
  memoryTool,
  type StrictToolSchema,
  type ToolSchema,
} from "./tool/memory-tool.js";
export {
  type MemoryReadCall,
  readMemoryReadCall,
  readToolCall,
  type ToolCall,
  type ToolCallRefusalCode,
} from "./tool/read-tool-call.js";
export type { TargetNames } from "./tool/target-names.js";
