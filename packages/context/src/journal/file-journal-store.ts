import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkFolder } from "@lembas/arguments";
import { type LockedFile, makeFolder, withLock } from "@lembas/files";
import type { JournalEntry } from "./entry.js";
import { formatLine, readJournal } from "./file-journal.js";
import { checkAppend, checkSessionName, entriesToAddTo, type JournalStore } from "./journal-store.js";

/** What {@link createFileJournalStore} is given. */
export interface FileJournalStoreOptions {
  /** The folder of the journals; made at the first append, for its owner alone, if it is missing. */
  readonly folder: string;
}

/** How far a journal had come when this store last saw it; another size or inode says that somebody else wrote. */
interface Seen {
  readonly count: number;
  readonly size: number;
  readonly inode: number;
}

/**
 * A journal store in files: `<session>.jsonl`, a line for each entry, with its position. Every append is flushed, under
 * a lock, and refused where another writer has gone on with the session, in this process or another; so nothing is
 * mixed, and a session whose process was killed is simply opened again. What a full disk takes in part is taken back;
 * a crash may leave the first of several entries. `load` takes no lock and changes nothing. Specification 2.17.
 *
 * @throws {TypeError} no folder is given
 * @example
 * const store = createFileJournalStore({ folder: "sessions" });
 * const { ledger, flush } = await openSession(store, "session-1");
 */
export const createFileJournalStore = (options: FileJournalStoreOptions): JournalStore => {
  const given: unknown = options?.folder;
  checkFolder(given);
  const folder = resolve(given);
  const lastSeen = new Map<string, Seen>();
  const pathOf = (session: string): string => join(folder, `${checkSessionName(session)}.jsonl`);

  const read = async (session: string, path: string): Promise<readonly JournalEntry[]> => {
    const journal = await readJournal(path);
    if (journal === undefined) return [];
    const { entries, size, inode } = journal;
    lastSeen.set(session, { count: entries.length, size, inode });
    return entries;
  };

  /** Whether the position is where the journal ends, as far as that is known without reading it. */
  const isEnd = (session: string, path: string, position: number): boolean => {
    const seen = lastSeen.get(session);
    if (seen?.count !== position) return false;
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.size === seen.size && stats.ino === seen.inode;
  };

  const appendLocked = async (
    session: string,
    file: LockedFile,
    position: number,
    entries: readonly JournalEntry[],
  ): Promise<void> => {
    const added = isEnd(session, file.path, position)
      ? entries
      : entriesToAddTo(session, await read(session, file.path), position, entries);
    if (added.length === 0) return;
    // Until the append has ended well, nobody knows what the file holds.
    lastSeen.delete(session);
    const first = position + entries.length - added.length;
    await file.append(added.map((entry, index) => formatLine(first + index, entry)));
    const { size, ino } = statSync(file.path);
    lastSeen.set(session, { count: position + entries.length, size, inode: ino });
  };

  return {
    load: async (session) => read(session, pathOf(session)),
    append: async (session, position, entries) => {
      const path = pathOf(session);
      checkAppend(position, entries);
      if (!existsSync(folder)) await makeFolder(folder);
      await withLock(path, (file) => appendLocked(session, file, position, entries));
    },
  };
};
