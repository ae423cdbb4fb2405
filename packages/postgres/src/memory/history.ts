import type { Difference } from "@lembas/memory/store";
import { fromBytes, toBytes } from "../json-bytes.js";
import type { ChangeRow } from "./memory-statements.js";

/** A change in the history of a target. */
export interface HistoryChange extends Difference {
  /** The change's own id. */
  readonly id: string;
  /** When, in ISO 8601, by the server's clock. */
  readonly time: string;
  /** The target's name, in lower case. */
  readonly target: string;
  /** The operations, as they were sent; none where they cannot be written as JSON. */
  readonly ops: readonly unknown[];
  /** Why, where the host said so. */
  readonly reason?: string;
  /** The revisions before and after. */
  readonly before: string;
  readonly after: string;
}

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
