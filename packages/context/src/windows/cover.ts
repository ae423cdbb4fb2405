import { type FileState, followedBy, type Window, windowTest } from "./state.js";

/** Why a read need not show its lines: the results that show them. */
export interface Cover {
  /** The reads, in the order in which they are named, and the lines that they show together. */
  readonly reads: readonly string[];
  readonly from: number;
  readonly to: number;
  /** The changes that the lines went through since, oldest first. */
  readonly edits: readonly string[];
}

interface CoverRules {
  /** Whether several windows together may cover a read. */
  readonly union: boolean;
  readonly isShown: (id: string) => boolean;
}

/** From the first line on the window that reaches furthest, of equals the newest. Specification 2.14. */
const coverTogether = (windows: readonly Window[], first: number, last: number): Cover | undefined => {
  const named: Window[] = [];
  for (let line = first; line <= last; ) {
    let furthest: Window | undefined;
    for (const window of windows) {
      if (window.first <= line && window.last >= (furthest?.last ?? line)) furthest = window;
    }
    if (furthest === undefined) return undefined;
    named.push(furthest);
    line = furthest.last + 1;
  }
  return {
    reads: [...new Set(named.map(({ id }) => id))],
    from: Math.min(...named.map((window) => window.first)),
    to: Math.max(...named.map((window) => window.last)),
    edits: [],
  };
};

/**
 * The results of the conversation that show lines `first` to `last` of a file: the newest window that holds them all,
 * else, where the rules say so, several windows. Specification 2.6.
 */
export const findCover = (
  file: FileState,
  first: number,
  last: number,
  { union, isShown }: CoverRules,
): Cover | undefined => {
  const { windows, edits } = file;
  const test = windowTest(file, isShown);
  const one = windows.findLast((window) => window.first <= first && window.last >= last && test(window));
  if (one !== undefined)
    return { reads: [one.id], from: one.first, to: one.last, edits: followedBy(file, one) };
  if (!union) return undefined;
  return coverTogether(
    windows.filter(({ id, since }) => since === (edits?.count ?? 0) && isShown(id)),
    first,
    last,
  );
};
