import { checkFunction, checkObject } from "@lembas/arguments";
import { ContextLedger } from "../context-ledger.js";
import type { LedgerOptions } from "../options.js";
import type { JournalEntry } from "./entry.js";
import { checkSessionName, type JournalStore } from "./journal-store.js";

/** The settings of a session: a ledger's, and who is told of an entry that could not be kept. */
export interface SessionOptions extends LedgerOptions {
  /** Given the Error of each failed append; its entries stay queued. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A ledger whose journal is kept. */
export interface Session {
  readonly ledger: ContextLedger;
  /**
   * Resolves once every entry so far is kept. Tries again what failed before.
   *
   * @throws {Error} the store's own, where an entry could not be kept; all stay queued
   */
  readonly flush: () => Promise<void>;
}

/** @throws {TypeError} it lacks a function of a store */
const checkStore = (store: unknown): void => {
  checkObject(store, "store", "createInMemoryJournalStore()");
  checkFunction("load" in store ? store.load : undefined, "store.load");
  checkFunction("append" in store ? store.append : undefined, "store.append");
};

/**
 * Opens a session: the ledger of its journal, or a new one. Appends run behind, in order, and nothing is skipped: where
 * one fails, the ledger goes on working and the entries wait for the next step or `flush`. Specification 2.17.
 *
 * @throws {TypeError} the store, the name or an option is not what it must be
 * @throws {Error} the journal could not be read, or is damaged
 * @example
 * const { ledger, flush } = await openSession(createFileJournalStore({ folder: "sessions" }), "session-1", options);
 * ledger.read({ path, content });
 * await flush();
 */
export const openSession = async (
  store: JournalStore,
  name: string,
  settings: SessionOptions = {},
): Promise<Session> => {
  checkStore(store);
  const session = checkSessionName(name);
  checkObject(settings, "options", "{ pageLines: 500 }");
  const { onError, onEntry, ...options } = settings;
  if (onError !== undefined) checkFunction(onError, "onError");
  if (onEntry !== undefined) checkFunction(onEntry, "onEntry");
  const kept = await store.load(session);
  const queue: JournalEntry[] = [];
  let position = kept.length;
  let running: Promise<void> | undefined;

  const appendQueued = async (): Promise<void> => {
    try {
      // What one turn of the event loop adds goes in one append.
      await Promise.resolve();
      while (queue.length > 0) {
        const batch = [...queue];
        await store.append(session, position, batch);
        queue.splice(0, batch.length);
        position += batch.length;
      }
    } finally {
      running = undefined;
    }
  };
  const start = (): Promise<void> => {
    running ??= appendQueued();
    return running;
  };

  const ledger = ContextLedger.replay(kept, {
    ...options,
    onEntry: (entry) => {
      onEntry?.(entry);
      queue.push(entry);
      start().catch((error: unknown) => onError?.(error));
    },
  });
  return { ledger, flush: start };
};
