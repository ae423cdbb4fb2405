import { equalJson } from "../runs/equal-json.js";
import type { MakeStore, StoreCheck, StoreContract, StoreOutcome } from "./store-contract.js";

/** How many operation ids of a target a store remembers at least. */
const REMEMBERED = 100;

const show = (value: unknown): string => JSON.stringify(value) ?? "undefined";

const same = (actual: unknown, expected: unknown, what: string): void => {
  if (!equalJson(actual, expected))
    throw new Error(`${what}: expected ${show(expected)}, found ${show(actual)}`);
};

/** The Error that a promise rejects with. */
const errorOf = async (promise: Promise<unknown>, what: string): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`${what}: expected an Error, none came`);
};

/** Appends an entry; gives back how many there are. */
const append =
  (entry: string) =>
  (entries: readonly string[]): StoreOutcome<number> => ({
    entries: [...entries, entry],
    ops: [{ action: "add", content: entry }],
    value: entries.length + 1,
  });

const write = (entries: readonly string[]) => (): StoreOutcome<null> => ({ entries, ops: [], value: null });

const entriesOf = async (store: StoreContract, target: string): Promise<readonly string[]> =>
  (await store.read(target)).entries;

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** Entries as operations make them, with all that a store could take for its own. */
const ODD_ENTRIES = [
  "Prefers tea.",
  "several\nlines\n\nwith a blank one",
  "a § inside\n§§",
  "$& $1 \\n \\ \" ' ` ${x}",
  "~~~\n# heading\n<!-- comment -->\n---",
  "\u{1f600} e\u0301 \u{1f468}\u200d\u{1f469} \u2028 \u0085 \ufeffx",
  '{"json":[1,null]}',
  "x".repeat(400),
];

type Check = (open: () => Promise<StoreContract>) => Promise<void>;

const CHECKS: Readonly<Record<string, Check>> = {
  "a target that was never written has no entries, and reading it makes nothing": async (open) => {
    const store = await open();
    same(await entriesOf(store, "user"), [], "entries of a new target");
    same(await entriesOf(await open(), "user"), [], "entries after reading");
  },

  "an update is there for every handle, and gives back its value": async (open) => {
    const store = await open();
    same(await store.update("user", append("one")), 1, "the first value");
    same(await store.update("user", append("two")), 2, "the second value");
    same(await entriesOf(store, "user"), ["one", "two"], "entries");
    same(await entriesOf(await open(), "user"), ["one", "two"], "entries for another handle");
  },

  "entries come back as they went in, in order": async (open) => {
    await (await open()).update("memory", write(ODD_ENTRIES));
    same(await entriesOf(await open(), "memory"), ODD_ENTRIES, "entries");
  },

  "all entries can be taken out": async (open) => {
    const store = await open();
    await store.update("user", append("one"));
    await store.update("user", write([]));
    same(await entriesOf(await open(), "user"), [], "entries");
  },

  "targets are apart, and names that differ in case alone are one": async (open) => {
    const store = await open();
    await store.update("user", append("of the user"));
    await store.update("Memory", append("of the memory"));
    same(await entriesOf(store, "USER"), ["of the user"], "entries of USER");
    same(await entriesOf(store, "memory"), ["of the memory"], "entries of memory");
  },

  "a target's name that is no word is an Error": async (open) => {
    const store = await open();
    for (const target of ["", "../user", "a/b", "a b", "user.md", "\u00fc", "user\n"]) {
      await errorOf(store.read(target), `read(${show(target)})`);
      await errorOf(store.update(target, append("x")), `update(${show(target)})`);
    }
  },

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
    const thrown = new Error("thrown by a change");
    const change = (): StoreOutcome<null> => {
      throw thrown;
    };
    const error = await errorOf(store.update("user", change), "update");
    if (error !== thrown) throw new Error(`update: expected the change's own Error, found ${error}`);
    same(await store.update("user", append("two")), 2, "the value of the next update");
  },

  "a revision names one state": async (open) => {
    const store = await open();
    const seen = new Map<string, readonly string[]>();
    for (const number of range(5)) {
      const { revision, entries } = await store.read("user");
      if (typeof revision !== "string") throw new Error(`revision: expected text, found ${show(revision)}`);
      if (seen.has(revision)) same(entries, seen.get(revision), `the entries of revision ${revision}`);
      seen.set(revision, entries);
      same((await store.read("user")).revision, revision, "the revision of a second read");
      await store.update("user", append(`entry ${number}`));
    }
  },

  "nothing done to given entries reaches the store": async (open) => {
    const store = await open();
    await store.update("user", append("one"));
    const spoil = (entries: readonly string[]): void => {
      try {
        Object.assign(entries, { 0: "spoilt" });
      } catch {
        // Frozen, which is as good.
      }
    };
    spoil(await entriesOf(store, "user"));
    await store.update("user", (entries) => {
      spoil(entries);
      return { refused: true, value: null };
    });
    const written = ["one", "two"];
    await store.update("user", write(written));
    spoil(written);
    same(await entriesOf(store, "user"), ["one", "two"], "entries");
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

  "an operation id is applied once, and gives the same answer again": async (open) => {
    const store = await open();
    const first = await store.update("user", append("one"), { operationId: "call 1" });
    let ran = false;
    const again = await (await open()).update(
      "user",
      (entries) => {
        ran = true;
        return append("one")(entries);
      },
      { operationId: "call 1" },
    );
    same(again, first, "the answer");
    same(ran, false, "whether the change was run again");
    same(await entriesOf(store, "user"), ["one"], "entries");
  },

  "an operation id sent twice at once is applied once": async (open) => {
    const handles = [await open(), await open()];
    const answers = await Promise.all(
      handles.map((store) => store.update("user", append("one"), { operationId: "call 1" })),
    );
    same(answers, [1, 1], "the answers");
    same(await entriesOf(await open(), "user"), ["one"], "entries");
  },

  "an operation id is of its target, and a refusal does not use it up": async (open) => {
    const store = await open();
    const refuse = (): StoreOutcome<number> => ({ refused: true, value: 0 });
    same(await store.update("user", refuse, { operationId: "call 1" }), 0, "the refusal");
    same(
      await store.update("user", append("one"), { operationId: "call 1" }),
      1,
      "the value after the refusal",
    );
    same(
      await store.update("memory", append("one"), { operationId: "call 1" }),
      1,
      "the other target's value",
    );
    same(await entriesOf(store, "memory"), ["one"], "entries of the other target");
  },

  "the latest 100 operation ids of a target are remembered": async (open) => {
    const store = await open();
    for (const number of range(REMEMBERED)) {
      await store.update("user", write([`entry ${number}`]), { operationId: `call ${number}` });
    }
    await (await open()).update("user", append("again"), { operationId: "call 0" });
    same(await entriesOf(store, "user"), [`entry ${REMEMBERED - 1}`], "entries");
  },
};

/**
 * The contract of `MemoryStore`, as checks for any test runner, each on a store of its own. Runs in a browser too;
 * `storeProcessSuite` of the `/node` entry adds what several processes show. Nothing is thrown here; a check that
 * finds something else than was promised rejects.
 *
 * @example
 * for (const { name, run } of storeSuite((name) => openMyStore(name))) test(name, run);
 */
export const storeSuite = (makeStore: MakeStore): StoreCheck[] =>
  Object.entries(CHECKS).map(([name, check], index) => ({
    name,
    run: () => check(async () => makeStore(`check-${index + 1}`)),
  }));
