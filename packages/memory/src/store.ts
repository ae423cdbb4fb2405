export {
  checkOutcome,
  checkTarget,
  checkUpdate,
  REMEMBERED_OPERATION_IDS,
  UPDATE_ATTEMPTS,
  updateConflict,
} from "./store/check-update.js";
export { type Difference, differenceOf } from "./store/difference.js";
export type { HistoryChange } from "./store/history-change.js";
export type {
  ChangeOutcome,
  MemoryChange,
  MemoryState,
  MemoryStore,
  UpdateOptions,
} from "./store/memory-store.js";
