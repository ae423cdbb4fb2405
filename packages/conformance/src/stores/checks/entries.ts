import type { StoreContract } from "../store-contract.js";
import { append, type Checks, entriesOf, range, same, show, spoil, write } from "./support.js";

/** Entries as operations make them: trimmed, lines ended by LF, no line that is only `§`. */
const MADE_ENTRIES: Readonly<Record<string, readonly string[]>> = {
  "of several lines": ["Prefers tea.", "several\nlines\n\n\n  with blank ones\tand spaces", "last"],
  "with separators inside": ["a § inside", "§§", "x §\n§ y", "---", "~~~\n# heading\n<!-- comment -->"],
  "with what programs take for theirs": [
    "$& $1 $$ \\n \\ \" ' ` ${x} %s %00",
    '{"json":[1,null]}',
    "null",
    "0",
  ],
  "with characters of every kind": [
    "\u{1f600} e\u0301 \u00e9 \u{1f468}\u200d\u{1f469} \u2028 x \u0085 x \ufeffx",
    "a\u0000b\u0001c\u001b[0md\u007fe",
    "\ud800\udc00 \uffff \u{10ffff}",
  ],
  "that are equal": ["twice", "once", "twice", "twice"],
  "of 20,000 characters": ["x".repeat(20_000), "\u{1f600}".repeat(10_000)],
  "500 of them": range(500).map((number) => `entry ${number}`),
};

/** Entries that no operation makes. A store keeps them as they are, or refuses them. */
const ODD_ENTRIES = ["", " ", "  led and trailed \n", "a\r\nb", "a\rb", "§", "a\n§\nb", "a\n \u200b§ \nb"];

const keepsOrRefuses = async (store: StoreContract, entry: string): Promise<void> => {
  const before = [`before ${show(entry)}`];
  await store.update("user", write(before));
  const written = ["first", entry, "last"];
  const isKept = await store.update("user", write(written)).then(
    () => true,
    () => false,
  );
  const what = `the entries after ${show(entry)} was ${isKept ? "written" : "refused"}`;
  same(await entriesOf(store, "user"), isKept ? written : before, what);
};

/** What becomes of entries: they come back as they went in, and are the store's own. */
export const entryChecks: Checks = {
  "a target that was never written has no entries, and reading it makes nothing": async (open) => {
    const store = await open();
    same(await entriesOf(store, "user"), [], "entries of a new target");
    same(await entriesOf(await open(), "user"), [], "entries after reading");
  },

  "an update is there for every handle, and gives back its value": async (open) => {
    const store = await open();
    same(await store.update("user", append("one")), 1, "the first value");
    same(await store.update("user", append("two"), {}), 2, "the second value");
    same(await store.update("user", append("three"), { operationId: undefined }), 3, "the third value");
    same(await entriesOf(store, "user"), ["one", "two", "three"], "entries");
    same(await entriesOf(await open(), "user"), ["one", "two", "three"], "entries for another handle");
  },

  ...Object.fromEntries(
    Object.entries(MADE_ENTRIES).map(([kind, entries]) => [
      `entries come back as they went in, in order: ${kind}`,
      async (open: () => Promise<StoreContract>) => {
        await (await open()).update("memory", write(entries));
        same(await entriesOf(await open(), "memory"), entries, "entries");
      },
    ]),
  ),

  "entries that no operation makes come back as they went in, or are an Error that writes nothing": async (
    open,
  ) => {
    const store = await open();
    for (const entry of ODD_ENTRIES) await keepsOrRefuses(store, entry);
  },

  "a lone surrogate is U+FFFD": async (open) => {
    await (await open()).update("user", write(["a\ud800b", "\udc00", "\ud83d\ude00"]));
    same(await entriesOf(await open(), "user"), ["a\ufffdb", "\ufffd", "\u{1f600}"], "entries");
  },

  "all entries can be taken out": async (open) => {
    const store = await open();
    await store.update("user", append("one"));
    await store.update("user", write([]));
    same(await entriesOf(await open(), "user"), [], "entries");
  },

  "nothing done to what `read` gave reaches the store": async (open) => {
    const store = await open();
    await store.update("user", write(["one", "two"]));
    spoil(await entriesOf(store, "user"));
    same(await entriesOf(store, "user"), ["one", "two"], "entries");
    same(await entriesOf(await open(), "user"), ["one", "two"], "entries for another handle");
  },

  "nothing done to what a change was given reaches the store": async (open) => {
    const store = await open();
    await store.update("user", write(["one", "two"]));
    await store.update("user", (entries) => {
      spoil(entries);
      return { refused: true, value: null };
    });
    same(await entriesOf(store, "user"), ["one", "two"], "entries after a refusal");
    const value = await store.update("user", (entries) => {
      const outcome = append("three")(entries);
      spoil(entries);
      return outcome;
    });
    same(value, 3, "the value");
    same(await entriesOf(store, "user"), ["one", "two", "three"], "entries");
  },

  "nothing done to what a change gave reaches the store": async (open) => {
    const store = await open();
    const written = ["one", "two"];
    await store.update("user", write(written));
    spoil(written);
    same(await entriesOf(store, "user"), ["one", "two"], "entries");
  },
};
