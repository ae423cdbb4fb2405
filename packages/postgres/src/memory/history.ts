import type { HistoryChange } from "@lembas/memory/store";
import { fromBytes, toBytes } from "../json-bytes.js";
import type { ChangeRow } from "./memory-statements.js";

/** What a change's own column holds. */
type ChangeText = Pick<HistoryChange, "at" | "removed" | "added" | "ops" | "reason">;

/** What undo needs is written whatever a model sent: nested more deeply than can be written, or no JSON at all. */
export const formatChange = (change: ChangeText): Uint8Array => {
  try {
    return toBytes(change);
  } catch {
    return toBytes({ ...change, ops: [] });
  }
};

export const readChange = (target: string, row: ChangeRow): HistoryChange => {
  const { id, time, before, after, change } = row;
  return { id, time, target, ...fromBytes<ChangeText>(change), before, after };
};
