import { append, type Checks, entriesOf, errorOf, same, show } from "./support.js";

/** Names that are one or more ASCII letters, digits, `-` and `_`. */
const WORDS = ["u", "a-b_9", "0", "-", "_", "constructor", "__proto__", "toString", "x".repeat(60)];

const NO_WORDS = [
  "",
  ".",
  "..",
  "../user",
  "a/b",
  "a\\b",
  "a b",
  " user",
  "user.md",
  "\u00fc",
  "user\n",
  "a\0b",
];

/** How targets are named, and told apart. */
export const targetChecks: Checks = {
  "targets are apart": async (open) => {
    const store = await open();
    await store.update("user", append("of the user"));
    await store.update("memory", append("of the memory"));
    same(await entriesOf(store, "user"), ["of the user"], "entries of user");
    same(await entriesOf(store, "memory"), ["of the memory"], "entries of memory");
  },

  "names that differ in case alone are one target, for operation ids too": async (open) => {
    const store = await open();
    await store.update("Memory", append("one"), { operationId: "call 1" });
    same(await entriesOf(store, "memory"), ["one"], "entries of memory");
    await store.update("MEMORY", append("again"), { operationId: "call 1" });
    same(await entriesOf(store, "mEmOrY"), ["one"], "entries after call 1 came again for MEMORY");
    same(await store.read("memory"), await store.read("Memory"), "the states of memory and of Memory");
  },

  "any word of letters, digits, - and _ is a target's name": async (open) => {
    const store = await open();
    for (const target of WORDS) {
      same(await entriesOf(store, target), [], `entries of ${show(target)}`);
      await store.update(target, append(`of ${target}`));
    }
    for (const target of WORDS)
      same(await entriesOf(store, target), [`of ${target}`], `entries of ${show(target)}`);
  },

  "a target's name that is not a word is a TypeError": async (open) => {
    const store = await open();
    for (const target of NO_WORDS) {
      const errors = {
        read: await errorOf(store.read(target), `read(${show(target)})`),
        update: await errorOf(store.update(target, append("x")), `update(${show(target)})`),
      };
      for (const [method, error] of Object.entries(errors)) {
        if (error instanceof TypeError) continue;
        throw new Error(`${method}(${show(target)}): expected a TypeError, found ${error}`);
      }
    }
  },
};
