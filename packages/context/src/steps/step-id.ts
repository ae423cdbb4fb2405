import { describe } from "@lembas/arguments";

/** A step's id: `#` and at least four hex digits, compared without case. Specification 2.1. */
const STEP_ID = /^#[0-9a-f]{4,}$/i;

export const isId = (value: unknown): value is string => typeof value === "string" && STEP_ID.test(value);

/** How ids are compared: without case. */
export const idKey = (id: string): string => id.toLowerCase();

/**
 * An id that the host gives.
 *
 * @throws {TypeError} it is not `#` and at least four hex digits
 */
export const checkId = (id: unknown): string => {
  if (isId(id)) return id;
  throw new TypeError(`an id must be "#" and at least four hex digits, like "#a001"; got ${describe(id)}`);
};

/**
 * A list of ids that the host gives.
 *
 * @throws {TypeError} it is not a list, or one of them is malformed
 */
export const checkIds = (ids: unknown): string[] => {
  if (!Array.isArray(ids)) throw new TypeError(`ids must be a list, like ["#a001"]; got ${describe(ids)}`);
  return ids.map(checkId);
};

/** Numbers that are taken one after the other, from one to before another. */
export interface TakenRun {
  readonly from: number;
  readonly to: number;
}

/**
 * The first id of the form prefix and number that is not taken, counting from the steps so far: the same for a ledger
 * and its replay. What was found taken at the last time is passed over, so that ids of the host's that stand just ahead
 * are looked at once. Specification 2.1.
 */
export const nextId = (
  prefix: string,
  steps: number,
  taken: (id: string) => boolean,
  known: TakenRun,
): { id: string; run: TakenRun } => {
  const idOf = (number: number): string =>
    `#${prefix}${number.toString(16).padStart(Math.max(3, 4 - prefix.length), "0")}`;
  const first = steps + 1;
  let number = first >= known.from && first < known.to ? known.to : first;
  while (taken(idOf(number))) number++;
  return { id: idOf(number), run: { from: first, to: number } };
};
