import type { BranchEntry } from "../formats/format.js";
import type { RecordingValue } from "../replay-values.js";

/** Which values of a recording belong to other branches than the one that was active last. */
export interface OtherBranches {
  /** Their places, from 0. */
  readonly places: ReadonlySet<number>;
  /** Among how many values they were found. */
  readonly of: number;
}

/**
 * The places (from 0) of the values that belong to other branches than the one that was active last: what the
 * parents of the last entry do not lead to. An entry whose parent is not in the file before it goes on from the
 * entry before it.
 *
 * @param values the recording, which is gone through once
 * @param entryOf where a value stands in the tree; `undefined` for one that belongs to every branch
 * @example
 * await otherBranches(valuesOfFile("session.jsonl"), pi.entry); // { places: Set { 3, 4 }, of: 9 }
 */
export const otherBranches = async (
  values: AsyncIterable<RecordingValue> | Iterable<RecordingValue>,
  entryOf: (value: unknown) => BranchEntry | undefined,
): Promise<OtherBranches> => {
  /** A stretch is an entry with all that follows it up to the next one that may begin a branch. */
  const parents: number[] = [];
  const stretchOf = new Map<string, number>();
  const stretchAt = new Map<number, number>();
  let at = -1;
  for await (const { value } of values) {
    at += 1;
    const entry = entryOf(value);
    if (!entry) continue;
    const last = parents.length - 1;
    const from = entry.parent === null ? -1 : (stretchOf.get(entry.parent ?? "") ?? last);
    if (last < 0 || (entry.begins === "elsewhere" ? from >= 0 && from !== last : entry.begins))
      parents.push(from);
    stretchOf.set(entry.id, parents.length - 1);
    if (!entry.silent) stretchAt.set(at, parents.length - 1);
  }
  const active = new Set<number>();
  for (let stretch = parents.length - 1; stretch >= 0; stretch = parents[stretch] ?? -1) active.add(stretch);
  const places = new Set([...stretchAt].flatMap(([place, stretch]) => (active.has(stretch) ? [] : [place])));
  return { places, of: at + 1 };
};
