import { equalJson } from "../../runs/equal-json.js";
import type { StoreContract, StoreOutcome } from "../store-contract.js";

/** What is promised in words, and what looks whether it is kept; `open` gives a handle on the check's own store. */
export type Checks = Readonly<Record<string, (open: () => Promise<StoreContract>) => Promise<void>>>;

/** A value as a message shows it: the first 300 characters of its JSON. */
export const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};

/** @throws {Error} they are not equal JSON */
export const same = (actual: unknown, expected: unknown, what: string): void => {
  if (!equalJson(actual, expected))
    throw new Error(`${what}: expected ${show(expected)}, found ${show(actual)}`);
};

/** Where two texts begin to differ. */
const firstDifference = (left: string, right: string): number => {
  let index = 0;
  while (index < left.length && left[index] === right[index]) index += 1;
  return index;
};

/**
 * As {@link same}, for entries that are too long or too many for a message: says which of them is another one, and
 * shows it from where it begins to be.
 *
 * @throws {Error} the entries are not those that were expected
 */
export const sameEntries = (actual: readonly string[], expected: readonly string[]): void => {
  for (const [index, entry] of expected.entries()) {
    const found = actual[index];
    if (found === entry) continue;
    const what = `entry ${index + 1} of ${expected.length}`;
    if (typeof found !== "string") throw new Error(`${what}: expected ${show(entry)}, found ${show(found)}`);
    const at = firstDifference(entry, found);
    same(found.slice(at), entry.slice(at), at === 0 ? what : `${what}, after its first ${at} characters`);
  }
  same(actual.slice(expected.length), [], `entries after the ${expected.length} that were written`);
};

/** What a promise rejects with. */
export const errorOf = async (promise: Promise<unknown>, what: string): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`${what}: expected an Error, none came`);
};

/** Appends an entry; gives back how many there are. */
export const append =
  (entry: string) =>
  (entries: readonly string[]): StoreOutcome<number> => ({
    entries: [...entries, entry],
    ops: [{ action: "add", content: entry }],
    value: entries.length + 1,
  });

/** Writes these entries, whatever was there; gives a value back. */
export const write =
  <Value = null>(entries: readonly string[], value?: Value) =>
  (): StoreOutcome<Value | null> => ({ entries, ops: [], value: value ?? null });

/** The entries of a target. */
export const entriesOf = async (store: StoreContract, target: string): Promise<readonly string[]> =>
  (await store.read(target)).entries;

/** 0, 1, … */
export const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** Changes a list that was given in every way that a caller could, unless it is frozen, which is as good. */
export const spoil = (entries: readonly string[]): void => {
  for (const change of [{ 0: "spoilt" }, { length: 0 }]) {
    try {
      Object.assign(entries, change);
    } catch {
      // Frozen.
    }
  }
};
