export {
  type Applied,
  type AppliedCode,
  type ApplyOpsInput,
  type ApplyOpsResult,
  applyOps,
  type Refused,
} from "./apply-ops.js";
export { createMemory, Memory } from "./create-memory.js";
export { ENTRY_SEPARATOR } from "./entries.js";
export { createInMemoryStore } from "./in-memory-store.js";
export type { CallOptions, MemoryOptions } from "./memory-options.js";
export {
  type ChangeOutcome,
  checkTarget,
  type MemoryChange,
  type MemoryState,
  type MemoryStore,
  REMEMBERED_OPERATION_IDS,
  UPDATE_ATTEMPTS,
  type UpdateOptions,
  updateConflict,
} from "./memory-store.js";
export { type MemoryTool, memoryTool, type StrictToolSchema, type ToolSchema } from "./memory-tool.js";
export type { MemoryOperation } from "./operation.js";
export { pinned } from "./pinned.js";
export type { MemoryPolicy, ProposedChange } from "./policy.js";
export { readToolCall, type ToolCall } from "./read-tool-call.js";
export type { RefusalCode } from "./refusal.js";
export { type RenderMemoryInput, renderMemory } from "./render-memory.js";
export { renderResult } from "./render-result.js";
export { DEFAULT_TARGETS, type MemoryTarget } from "./target.js";
export type { TargetNames } from "./target-names.js";
