import { checkFunction, checkObject } from "@lembas/arguments";
import { ContextLedger } from "../context-ledger.js";
import type { LedgerOptions } from "../options.js";
import { withoutTexts } from "../text/stored-text.js";
import type { JournalEntry } from "./entry.js";
import { checkSessionName, type JournalStore } from "./journal-store.js";

/** The settings of a session: a ledger's, and who is told of an entry that could not be kept. */
export interface SessionOptions extends LedgerOptions {
  /** Given once what {@link Session.flush} rejects with, for each time that the entries could not all be kept as they are. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A ledger whose journal is kept. */
export interface Session {
  readonly ledger: ContextLedger;
  /**
   * Resolves once every entry so far is kept. Tries again what failed before.
   *
   * @throws {Error} the store's own, where an entry could not be kept: it and those behind it stay queued; or one that
   *   has it as its `cause`, where the store refused an entry and took it without its stored text: all are kept then
   */
  readonly flush: () => Promise<void>;
}

/** @throws {TypeError} it lacks a function of a store */
const checkStore = (store: unknown): void => {
  checkObject(store, "store", "createInMemoryJournalStore()");
  checkFunction("load" in store ? store.load : undefined, "store.load");
  checkFunction("append" in store ? store.append : undefined, "store.append");
};

/** An entry without the text that it stores: a recall of it says that it is no longer kept. Specification 2.19. */
const withoutText = (entry: JournalEntry): JournalEntry | undefined => {
  if (!("text" in entry)) return undefined;
  return { ...withoutTexts(entry), characters: { ...entry.characters, stored: 0 } };
};

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/** Whether a database's code calls it an error of the data, or beyond its limits. */
const isOfData = (code: string | undefined): boolean =>
  code !== undefined && /^(?:22|54)[0-9A-Z]{3}$/u.test(code);

/**
 * Whether a store is away for now, as its Error's code says (a full disk, a lock, a connection), and does not refuse what
 * it was given: what is too long for it, or what a database refuses for what it is, which a store with codes of its own
 * has as the cause.
 */
const isAway = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code === undefined || code.startsWith("ERR_") || isOfData(code)) return false;
  return !(error instanceof Error && isOfData(codeOf(error.cause)));
};

/** The entries that are still to be kept, and where. */
class Queue {
  readonly #append: (position: number, entries: readonly JournalEntry[]) => Promise<void>;
  readonly #entries: JournalEntry[] = [];
  #position: number;
  /** What the store said to entries that it took without their texts only. */
  readonly #refusals: { readonly id: string; readonly cause: unknown }[] = [];

  constructor(
    position: number,
    append: (position: number, entries: readonly JournalEntry[]) => Promise<void>,
  ) {
    this.#position = position;
    this.#append = append;
  }

  push(entry: JournalEntry): void {
    this.#entries.push(entry);
  }

  /** Keeps all entries, those too that come in the meantime. */
  async keepAll(): Promise<void> {
    while (this.#entries.length > 0) await this.#keep(this.#entries.length);
    const refusals = this.#refusals.splice(0);
    const [first] = refusals;
    if (first === undefined) return;
    const ids = refusals.map(({ id }) => id).join(", ");
    throw new Error(`the store did not take the stored text of ${ids}: kept without it`, {
      cause: first.cause,
    });
  }

  /**
   * Keeps the first entries: in one append or, where that fails, the first of them alone, and then the others in two
   * halves. So a store that takes less at once gets less, and one entry that it does not take keeps no other back.
   */
  async #keep(count: number): Promise<void> {
    try {
      await this.#add(this.#entries.slice(0, count));
    } catch (error) {
      if (isAway(error)) throw error;
      if (count === 1) return this.#keepWithoutText(error);
      await this.#keep(1);
      const half = Math.ceil((count - 1) / 2);
      await this.#keep(half);
      if (count - 1 > half) await this.#keep(count - 1 - half);
    }
  }

  /** Keeps the first entry without its text: what the store does not take of it can hardly be anything else. */
  async #keepWithoutText(cause: unknown): Promise<void> {
    const entry = this.#entries[0];
    const left = entry && withoutText(entry);
    if (left === undefined) throw cause;
    try {
      await this.#add([left]);
    } catch {
      throw cause;
    }
    this.#refusals.push({ id: "id" in left && left.id !== null ? left.id : "", cause });
  }

  async #add(entries: readonly JournalEntry[]): Promise<void> {
    await this.#append(this.#position, entries);
    this.#entries.splice(0, entries.length);
    this.#position += entries.length;
  }
}

/**
 * Opens a session: the ledger of its journal, or a new one. Appends run behind, in order, and nothing is skipped: where
 * one fails, the ledger goes on working and the entries wait for the next step or `flush`. An entry that the store does
 * not take, while it takes others, is kept without its stored text. Specification 2.17.
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
  const queue = new Queue(kept.length, (position, entries) => store.append(session, position, entries));
  let running: Promise<void> | undefined;

  const appendQueued = async (): Promise<void> => {
    try {
      // What one turn of the event loop adds goes in one append.
      await Promise.resolve();
      await queue.keepAll();
    } finally {
      running = undefined;
    }
  };
  const start = (): Promise<void> => {
    if (running === undefined) {
      running = appendQueued();
      running.catch((error: unknown) => onError?.(error));
    }
    return running;
  };

  const ledger = ContextLedger.replay(kept, {
    ...options,
    onEntry: (entry) => {
      onEntry?.(entry);
      queue.push(entry);
      void start();
    },
  });
  return { ledger, flush: start };
};
