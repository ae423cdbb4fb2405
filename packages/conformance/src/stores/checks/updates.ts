import type { StoreContract, StoreOutcome } from "../store-contract.js";
import { append, type Checks, entriesOf, errorOf, range, same, show, write } from "./support.js";

/** How often a store runs one update's change at most. */
const ATTEMPTS = 10;

/**
 * Texts in pairs that a short checksum does not tell apart: the first 8 hex digits of the SHA-256, SHA-1 and MD5 of
 * `["…"]`, then of the text alone; the CRC-32, whatever stands around it; the sum that is multiplied by 31 for each
 * character.
 */
const ALIKE = [
  ["state 57038", "state 57377"],
  ["state 12737", "state 108512"],
  ["state 12084", "state 21593"],
  ["state 14126", "state 67380"],
  ["state 19887", "state 28964"],
  ["state 3028", "state 14766"],
  ["uejgtcuo", "iiwucoup"],
  ["Aa", "BB"],
].flat();

/** States that all differ: so many that, were there 256 revisions, two states would all but surely have the same. */
const STATES = [
  ["a"],
  ["b"],
  ["a", "b"],
  ["b", "a"],
  ["ab"],
  ["a\nb"],
  ...[...ALIKE, ...range(40).map((number) => `state ${number}`)].map((entry) => [entry]),
  [],
];

/** Reads while a promise is pending; gives each state that was seen. */
const readDuring = async (store: StoreContract, work: Promise<unknown>): Promise<(readonly string[])[]> => {
  const seen: (readonly string[])[] = [];
  let isWorking = true;
  const ended = work.finally(() => {
    isWorking = false;
  });
  while (isWorking) {
    seen.push(await entriesOf(store, "user"));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await ended;
  return seen;
};

/** What an update does and does not do: refusals, exceptions, revisions, several at once. */
export const updateChecks: Checks = {
  "a refusal writes nothing and gives back its value": async (open) => {
    const store = await open();
    await store.update("user", append("one"));
    const before = await store.read("user");
    const value = await store.update("user", () => ({ refused: true, value: { message: "no" } }));
    same(value, { message: "no" }, "the value");
    same(await store.read("user"), before, "the state");
  },

  "what a change throws comes out as it is, and nothing is written": async (open) => {
    const store = await open();
    await store.update("user", append("one"));
    const before = await store.read("user");
    for (const thrown of [new RangeError("thrown by a change"), "a thrown text"]) {
      const change = (): StoreOutcome<null> => {
        throw thrown;
      };
      const error = await errorOf(store.update("user", change, { operationId: "call 1" }), "update");
      if (error !== thrown)
        throw new Error(`update: expected what the change threw, ${thrown}, found ${error}`);
      same(await store.read("user"), before, "the state");
    }
    const value = await store.update("user", append("two"), { operationId: "call 1" });
    same(value, 2, "the value of the next update under the same operation id");
  },

  "a revision is a text that names one state": async (open) => {
    const store = await open();
    const seen = new Map<string, readonly string[]>();
    for (const state of STATES) {
      await store.update("user", write(state));
      const { revision, entries } = await store.read("user");
      if (typeof revision !== "string") throw new Error(`revision: expected a text, found ${show(revision)}`);
      if (seen.has(revision)) same(entries, seen.get(revision), `the entries of revision ${revision}`);
      seen.set(revision, entries);
      same((await store.read("user")).revision, revision, "the revision of a second read");
      same((await (await open()).read("user")).revision, revision, "the revision for another handle");
    }
  },

  "an update to equal entries writes nothing, so that the revision stays": async (open) => {
    const store = await open();
    await store.update("user", write(["one", "two"]));
    const before = await store.read("user");
    same(await store.update("user", write(["one", "two"], "same")), "same", "the value");
    same(await store.read("user"), before, "the state");
  },

  "a read during updates sees a whole state": async (open) => {
    const store = await open();
    const states = range(10).map((state) => range(50).map((entry) => `state ${state} entry ${entry}`));
    await store.update("user", write(states[0] ?? []));
    const writing = (async () => {
      for (const state of states) await store.update("user", write(state));
    })();
    const whole = new Set(states.map((state) => JSON.stringify(state)));
    for (const state of await readDuring(await open(), writing)) {
      if (!whole.has(JSON.stringify(state))) throw new Error(`read: half a state: ${show(state)}`);
    }
  },

  "updates at once, through two handles: none is lost, none is there twice": async (open) => {
    const handles = [await open(), await open()];
    const numbers = range(20);
    await Promise.all(
      numbers.map((number) => handles[number % 2]?.update("user", append(`entry ${number}`))),
    );
    const found = [...(await entriesOf(await open(), "user"))].sort();
    same(found, numbers.map((number) => `entry ${number}`).sort(), "entries");
  },

  "an update that begins while another works out its change: both are there": async (open) => {
    const store = await open();
    const other = await open();
    let inner: Promise<number> | undefined;
    await store.update("user", (entries) => {
      inner ??= other.update("user", append("inner"));
      return append("outer")(entries);
    });
    await inner;
    same([...(await entriesOf(store, "user"))].sort(), ["inner", "outer"], "entries");
  },

  "a change is run at most 10 times; an update that never fits is an Error that writes nothing": async (
    open,
  ) => {
    const store = await open();
    const other = await open();
    const inner: Promise<number>[] = [];
    const outer = store.update("user", (entries) => {
      if (inner.length > ATTEMPTS) throw new Error(`the change was run ${inner.length + 1} times`);
      inner.push(other.update("user", append(`inner ${inner.length}`)));
      return append("outer")(entries);
    });
    const failure = await outer.then(
      () => undefined,
      (error: unknown) => error,
    );
    await Promise.all(inner);
    if (inner.length > ATTEMPTS) throw failure;
    if (failure !== undefined && !(failure instanceof Error))
      throw new Error(`update: expected an Error, found ${failure}`);
    const expected = [
      ...inner.map((_, index) => `inner ${index}`),
      ...(failure === undefined ? ["outer"] : []),
    ];
    same([...(await entriesOf(store, "user"))].sort(), expected.sort(), "entries");
  },
};
