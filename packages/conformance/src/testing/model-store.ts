import type { StoreContract, StoreOutcome } from "../stores/store-contract.js";

type Entries = readonly string[];

/** What a store in memory holds of a target. */
export interface ModelTarget {
  entries: Entries;
  /** How often something was written. */
  writes: number;
  /** The answers of operations, as JSON. */
  readonly answers: Map<string, string>;
}

/** A store in memory in parts, each of which keeps a sentence of the contract. */
export interface ModelParts {
  /** The target that a name stands for. */
  readonly nameOf: (name: string) => string;
  /** What is stored of entries. */
  readonly keep: (entries: Entries) => Entries;
  /** The list that a reader is given. */
  readonly give: (entries: Entries) => Entries;
  /** The list that a change is given. */
  readonly giveChange: (entries: Entries) => Entries;
  readonly revisionOf: (target: ModelTarget) => unknown;
  /** What an operation is remembered under. */
  readonly keyOf: (name: string, operationId: string) => string;
  /** Where the answers of a target's operations are. */
  readonly answersOf: (target: ModelTarget, all: ReadonlyMap<string, ModelTarget>) => Map<string, string>;
  readonly remember: (answers: Map<string, string>, key: string, json: string, isNew: boolean) => void;
  /** Whether an operation is looked for again after others came between. */
  readonly looksAgain: boolean;
  /** The answer given again. */
  readonly replay: (json: string, target: ModelTarget) => unknown;
  /** Whether there is nothing to write. */
  readonly isEqual: (left: Entries, right: Entries) => boolean;
  /** Whether the entries are still those that the change was given. */
  readonly isCurrent: (before: Entries, now: Entries) => boolean;
  /** What is waited for before the change is worked out. */
  readonly pause: () => void | Promise<void>;
  readonly write: (target: ModelTarget, entries: Entries) => void | Promise<void>;
  /** What a refusal does. */
  readonly refuse: (target: ModelTarget, key: string | undefined, json: string) => void;
  /** What is thrown for what a change threw. */
  readonly fail: (target: ModelTarget, thrown: unknown) => unknown;
  /** What `update` gives. */
  readonly answer: (value: unknown, target: ModelTarget) => unknown;
  readonly attempts: number;
  /** What an update comes to that never fitted. */
  readonly giveUp: (target: ModelTarget, change: (entries: Entries) => StoreOutcome<unknown>) => unknown;
}

/** The parts of a store that keeps the contract. */
export const RIGHT: ModelParts = {
  nameOf: (name) => {
    if (!/^[A-Za-z0-9_-]+$/u.test(name)) throw new TypeError(`not a word: ${name}`);
    return name.toLowerCase();
  },
  keep: (entries) => entries.map((entry) => entry.replace(/\p{Surrogate}/gu, "\ufffd")),
  give: (entries) => [...entries],
  giveChange: (entries) => [...entries],
  revisionOf: ({ entries }) => JSON.stringify(entries),
  keyOf: (_name, operationId) => operationId,
  answersOf: ({ answers }) => answers,
  looksAgain: true,
  remember: (answers, key, json) => {
    answers.set(key, json);
    const [oldest] = answers.keys();
    if (answers.size > 100 && oldest !== undefined) answers.delete(oldest);
  },
  replay: (json) => JSON.parse(json),
  isEqual: (left, right) => JSON.stringify(left) === JSON.stringify(right),
  isCurrent: (before, now) => before === now,
  pause: () => {},
  write: (target, entries) => {
    target.entries = entries;
  },
  refuse: () => {},
  fail: (_target, thrown) => thrown,
  answer: (value) => value,
  attempts: 10,
  giveUp: () => {
    throw new Error("others came between at each attempt");
  },
};

/** A store in memory of these parts: of the right ones, but for those that are given. */
export const modelStore = (changed: Partial<ModelParts> = {}): StoreContract => {
  const parts = { ...RIGHT, ...changed };
  const targets = new Map<string, ModelTarget>();
  const open = (name: string): ModelTarget => {
    const key = parts.nameOf(name);
    const target = targets.get(key) ?? { entries: [], writes: 0, answers: new Map() };
    targets.set(key, target);
    return target;
  };
  const update = async (
    name: string,
    change: (entries: Entries) => StoreOutcome<unknown>,
    { operationId }: { readonly operationId?: string | undefined } = {},
  ): Promise<unknown> => {
    const target = open(name);
    const key = operationId === undefined ? undefined : parts.keyOf(name, operationId);
    const answers = parts.answersOf(target, targets);
    for (let attempt = 1; attempt <= parts.attempts; attempt += 1) {
      const isLooked = key !== undefined && (attempt === 1 || parts.looksAgain);
      const known = isLooked ? answers.get(key) : undefined;
      if (known !== undefined) return parts.replay(known, target);
      const before = target.entries;
      const waiting = parts.pause();
      if (waiting) await waiting;
      let outcome: StoreOutcome<unknown>;
      try {
        outcome = change(parts.giveChange(before));
      } catch (thrown) {
        throw parts.fail(target, thrown);
      }
      const json = JSON.stringify(outcome.value);
      if (outcome.refused) {
        parts.refuse(target, key, json);
        return outcome.value;
      }
      if (!parts.isCurrent(before, target.entries)) continue;
      const entries = parts.keep(outcome.entries);
      const isNew = !parts.isEqual(entries, target.entries);
      if (key !== undefined) parts.remember(answers, key, json, isNew);
      if (isNew) {
        target.writes += 1;
        await parts.write(target, entries);
      }
      return parts.answer(outcome.value, target);
    }
    return parts.giveUp(target, change);
  };
  return {
    read: async (name) => {
      const target = open(name);
      return { entries: parts.give(target.entries), revision: parts.revisionOf(target) as string };
    },
    update: update as StoreContract["update"],
  };
};
