import type { Difference } from "./difference.js";

/**
 * A change in the history of a target, of any store that keeps one.
 *
 * @example
 * const [change] = await store.changes("user");
 * change?.added // ["Prefers tea."]
 */
export interface HistoryChange extends Difference {
  /** The change's own id. */
  readonly id: string;
  /** When, in ISO 8601. */
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
  /** The id of the change that this one takes back, where it does. */
  readonly undoes?: string;
}
