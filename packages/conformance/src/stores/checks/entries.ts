import type { StoreContract } from "../store-contract.js";
import { append, type Checks, entriesOf, range, same, sameEntries, show, spoil, write } from "./support.js";

/** The 32 characters from this one on, between two letters; without U+000D, which no operation leaves in an entry. */
const row = (first: number): string =>
  `x${String.fromCharCode(...range(32).map((index) => first + index)).replace("\r", "")}x`;

/** All characters below U+10000, in 1,984 entries that are each short enough for a message. */
const EVERY_CHARACTER = [
  ...range(0xd800 / 32),
  ...range(0x2000 / 32).map((index) => 0xe000 / 32 + index),
].map((index) => row(32 * index));

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
    // White space to some; operations leave it at the ends of an entry.
    "\u0000nul\u0000",
    "\u001cfs\u001f",
    "\u0085nel\u0085",
    "\u200bzwsp\u200b",
  ],
  "with every character below U+10000": EVERY_CHARACTER,
  "that are equal": ["twice", "once", "twice", "twice"],
  "of 70,000 characters": ["x".repeat(70_000), "\u{1f600}".repeat(35_000)],
  "2,000 of them": range(2_000).map((number) => `entry ${number}`),
};

/** Entries that no operation makes. A store keeps them as they are, or refuses them. */
const ODD_ENTRIES = [
  "",
  " ",
  "  led and trailed \n",
  "\ufeffled",
  "a\r\nb",
  "a\rb",
  "§",
  "a\n§\nb",
  "a\n \u200b§ \nb",
];

const keepsOrRefuses = async (store: StoreContract, entry: string): Promise<void> => {
  const before = [`before ${show(entry)}`];
  await store.update("user", write(before));
  const written = [entry, "between", entry];
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
        sameEntries(await entriesOf(await open(), "memory"), entries);
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

  "what `read` and a change were given stays as it was when the entries change": async (open) => {
    const store = await open();
    const lists: (readonly string[])[] = [];
    const take = async (entry: string): Promise<void> => {
      await store.update("user", (entries) => {
        lists.push(entries);
        return write([entry])();
      });
      lists.push(await entriesOf(store, "user"));
    };
    for (const entry of ["one", "two", "three"]) await take(entry);
    same(lists, [[], ["one"], ["one"], ["two"], ["two"], ["three"]], "the lists that were given");
  },

  "nothing done to what a change gave reaches the store": async (open) => {
    const store = await open();
    const written = ["one", "two"];
    await store.update("user", write(written));
    spoil(written);
    same(await entriesOf(store, "user"), ["one", "two"], "entries");
  },
};
