import { checkObject } from "@lembas/arguments";
import { wellFormed } from "@lembas/format";
import { readEntries } from "../operations/entries.js";
import {
  checkOutcome,
  checkTarget,
  checkUpdate,
  REMEMBERED_OPERATION_IDS,
  UPDATE_ATTEMPTS,
  updateConflict,
} from "./check-update.js";
import type { MemoryChange, MemoryState, MemoryStore, UpdateOptions } from "./memory-store.js";

interface Target {
  entries: readonly string[];
  /** How often the entries were changed. */
  revision: number;
  /** What was given back for each operation id, as JSON; the latest ids. */
  readonly answers: Map<string, string>;
}

const areEqual = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((entry, index) => entry === right[index]);

class InMemoryStore implements MemoryStore {
  readonly #targets = new Map<string, Target>();

  constructor(entries: Readonly<Record<string, readonly string[]>>) {
    checkObject(entries, "entries", '{ user: ["Prefers tea."] }');
    for (const [target, list] of Object.entries(entries)) {
      this.#open(target).entries = Object.freeze(readEntries(list, `entries.${target}`));
    }
  }

  async read(target: string): Promise<MemoryState> {
    const { entries, revision } = this.#open(target);
    return { entries, revision: String(revision) };
  }

  async update<Value>(
    target: string,
    change: MemoryChange<Value>,
    options: UpdateOptions = {},
  ): Promise<Value> {
    checkUpdate(target, change, options);
    const { operationId } = options;
    const state = this.#open(target);
    const answer = operationId === undefined ? undefined : state.answers.get(operationId);
    if (answer !== undefined) return JSON.parse(answer).value;
    for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt++) {
      const { revision } = state;
      const outcome = change(state.entries);
      checkOutcome(outcome);
      if (outcome.refused) return outcome.value;
      if (state.revision !== revision) continue;
      const entries = outcome.entries.map(wellFormed);
      if (operationId !== undefined) this.#remember(state, operationId, outcome.value);
      if (!areEqual(state.entries, entries)) {
        state.entries = Object.freeze(entries);
        state.revision++;
      }
      return outcome.value;
    }
    throw updateConflict(target);
  }

  #open(target: string): Target {
    checkTarget(target);
    const name = target.toLowerCase();
    const known = this.#targets.get(name);
    if (known) return known;
    const opened: Target = { entries: Object.freeze([]), revision: 0, answers: new Map() };
    this.#targets.set(name, opened);
    return opened;
  }

  #remember({ answers }: Target, operationId: string, value: unknown): void {
    answers.set(operationId, JSON.stringify({ value }));
    const [oldest] = answers.keys();
    if (answers.size > REMEMBERED_OPERATION_IDS && oldest !== undefined) answers.delete(oldest);
  }
}

/**
 * A store that lives as long as the process: for tests, and for agents whose memory is kept elsewhere.
 *
 * @param entries what it holds at first, by target
 * @throws {TypeError} a target's name is not a word of letters, digits, `-` and `_`, or its entries are not a list of strings
 * @example
 * const store = createInMemoryStore({ user: ["Prefers tea."] });
 * await store.read("user"); // { entries: ["Prefers tea."], revision: "0" }
 */
export const createInMemoryStore = (entries: Readonly<Record<string, readonly string[]>> = {}): MemoryStore =>
  new InMemoryStore(entries);
