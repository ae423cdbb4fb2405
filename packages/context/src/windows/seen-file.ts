import { type FileState, windowTest } from "./state.js";

/** What the conversation shows of a file. */
export interface SeenFile {
  /** SHA-256 of the content that it shows, 64 hex digits; `null` where it was deleted. */
  readonly sha: string | null;
  /** The lines of that content which it shows, oldest result first; line 0 to 0 is an empty file. */
  readonly windows: readonly { readonly id: string; readonly first: number; readonly last: number }[];
  /** Whether these are all its lines. */
  readonly whole: boolean;
  /** Whether the last step on the file was the session's own change, whose result the conversation still has. */
  readonly written: boolean;
}

const coversAll = (windows: readonly { first: number; last: number }[], lines: number): boolean => {
  let shown = 0;
  for (const { first, last } of [...windows].sort((one, other) => one.first - other.first)) {
    if (first > shown + 1) return false;
    shown = Math.max(shown, last);
  }
  return windows.length > 0 && shown === lines;
};

/** What the conversation shows of a file; `undefined` where that is nothing of its content. Specification 2.13. */
export const seenFile = (file: FileState, isShown: (id: string) => boolean): SeenFile | undefined => {
  const { sha, lines, change, isWritten } = file;
  const windows = file.windows
    .filter(windowTest(file, isShown))
    .map(({ id, first, last }) => ({ id, first, last }));
  const isChangeShown = change !== undefined && isShown(change);
  if (windows.length === 0 && !isChangeShown) return undefined;
  return { sha, windows, whole: coversAll(windows, lines), written: isWritten && isChangeShown };
};
