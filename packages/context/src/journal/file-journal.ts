import { statSync } from "node:fs";
import { readBytes } from "@lembas/files";
import type { JournalEntry } from "./entry.js";

/** A journal's file as it was read: its entries, and what tells whether it is still the same. */
export interface FileJournal {
  readonly entries: readonly JournalEntry[];
  readonly size: number;
  readonly inode: number;
}

interface Line {
  readonly position: unknown;
  readonly entry: JournalEntry;
}

/** Whether a value is what {@link formatLine} writes. What an entry holds is for the ledger to judge. */
const isLine = (value: unknown): value is Line =>
  typeof value === "object" &&
  value !== null &&
  "position" in value &&
  "entry" in value &&
  typeof value.entry === "object" &&
  value.entry !== null;

/** A line of the file, without its newline. */
export const formatLine = (position: number, entry: JournalEntry): string =>
  JSON.stringify({ position, entry });

const parseLine = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
};

/**
 * The entries in a file's bytes: of the lines, one after the other, each that is at the next position. Passed over are
 * a line that a crash left unfinished, which no position has, and one at another position: from a writer that slept,
 * and wrote when others had gone on. Where an unreadable line stands in the place of an entry that others followed, the
 * file is damaged.
 */
const parseJournal = (bytes: Buffer): JournalEntry[] => {
  const entries: JournalEntry[] = [];
  let isTorn = false;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf("\n", start);
    const end = newline === -1 ? bytes.length : newline;
    const line = parseLine(bytes.subarray(start, end));
    if (!isLine(line)) {
      isTorn = true;
    } else if (line.position === entries.length) {
      entries.push(line.entry);
      isTorn = false;
    } else if (isTorn && line.position === entries.length + 1) {
      throw new Error(
        `journal entry ${entries.length} is damaged: its line cannot be read, and others follow it`,
      );
    }
    start = end + 1;
  }
  return entries;
};

/**
 * Reads a journal; undefined where there is no file.
 *
 * @throws {FileError} `not-a-file` where a folder, a pipe, a socket or a device is in its place
 */
export const readJournal = async (path: string): Promise<FileJournal | undefined> => {
  // Asked first: where another file takes the name before the reading, this inode tells that it is another.
  const stats = statSync(path, { throwIfNoEntry: false });
  const bytes = await readBytes(path);
  if (bytes === undefined) return undefined;
  return { entries: parseJournal(bytes), size: bytes.length, inode: stats?.ino ?? 0 };
};
