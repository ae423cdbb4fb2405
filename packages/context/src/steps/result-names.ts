import { checkListOf, checkNames, describe } from "@lembas/arguments";
import { findEntry, isIdentified, type LedgerState } from "../windows/state.js";
import { checkIds } from "./step-id.js";

/**
 * Results by their ids, a list; or by the ids of their calls, or both. A call id names every result that was given it:
 * a host whose call ids come again goes by ids.
 */
export type ResultNames =
  | readonly string[]
  | { readonly ids?: readonly string[] | undefined; readonly callIds?: readonly string[] | undefined };

/** @throws {TypeError} they are neither a list nor `{ ids, callIds }`, or an object that has neither of these */
const readNames = (results: ResultNames): Exclude<ResultNames, readonly string[]> => {
  if (Array.isArray(results)) return { ids: results };
  if (typeof results !== "object" || results === null) {
    throw new TypeError(
      `results are named like ["#a001"] or { callIds: ["call-1"] }; got ${describe(results)}`,
    );
  }
  checkNames(results, ["ids", "callIds"], "way to name results");
  const { ids, callIds } = results as Exclude<ResultNames, readonly string[]>;
  // To retain what nothing names would be to forget all.
  if (ids === undefined && callIds === undefined)
    throw new TypeError("results are named by ids, by callIds, or by both; got neither");
  if (callIds !== undefined) checkListOf(callIds, "callIds", "string");
  return { ids, callIds };
};

/**
 * The ids of the results that are meant, as they were given. Unknown names are passed over.
 *
 * @throws {TypeError} they are not lists of ids, or of call ids
 */
export const findResults = (state: LedgerState, results: ResultNames): string[] => {
  const { ids = [], callIds = [] } = readNames(results);
  const found = checkIds(ids).flatMap((id) => findEntry(state, id)?.id ?? []);
  if (callIds.length === 0) return found;
  const calls = new Set(callIds);
  for (const entry of state.log) {
    if (isIdentified(entry) && entry.callId !== undefined && calls.has(entry.callId)) found.push(entry.id);
  }
  return found;
};
