import type { StoreOutcome } from "../store-contract.js";
import { append, type Checks, entriesOf, range, same, show, write } from "./support.js";

/** How many operation ids of a target a store remembers at least. */
const REMEMBERED = 100;

const VALUES: readonly unknown[] = [
  null,
  0,
  "",
  false,
  true,
  "text",
  [],
  [1, [null]],
  {},
  { ok: true, of: { a: ["b"] } },
];

/** Operation ids that are all different, each from another one by what a store might not look at. */
const IDS = [
  "call 1",
  "Call 1",
  " call 1",
  "call 1 ",
  "call 1\n",
  "call\u00a01",
  "call1",
  "call\u00001",
  "call\u00002",
  "../x",
  "__proto__",
  "\u00e9",
  "e\u0301",
  "e",
  "\ufffd",
  "\ud800",
  "\udfff",
  `a${"x".repeat(300)}`,
  `b${"x".repeat(300)}`,
  `${"x".repeat(300)}a`,
  `${"x".repeat(300)}b`,
];

/** A change that must not be run again. */
const never = (): never => {
  throw new Error("the change was run again");
};

/** What an operation id does: an update under it is applied once. */
export const operationChecks: Checks = {
  "an operation id is applied once, and gives the same answer again": async (open) => {
    const store = await open();
    const first = await store.update("user", append("one"), { operationId: "call 1" });
    const before = await store.read("user");
    same(await (await open()).update("user", never, { operationId: "call 1" }), first, "the answer");
    same(await store.update("user", never, { operationId: "call 1" }), first, "the answer a third time");
    same(await store.read("user"), before, "the state");
  },

  "the answer given again is equal to the first, whatever JSON it is": async (open) => {
    const store = await open();
    for (const [index, value] of VALUES.entries()) {
      const operationId = `call ${index}`;
      const change = (): StoreOutcome<unknown> => ({ entries: [operationId], ops: [], value });
      same(await store.update("user", change, { operationId }), value, "the value");
      same(await (await open()).update("user", never, { operationId }), value, "the value given again");
    }
  },

  "nothing done to an answer changes the one given again": async (open) => {
    const store = await open();
    const change = (): StoreOutcome<{ list: string[] }> => ({
      entries: ["one"],
      ops: [],
      value: { list: ["a"] },
    });
    for (const _ of range(3)) {
      const value = await store.update("user", change, { operationId: "call 1" });
      same(value, { list: ["a"] }, "the value");
      value.list.push("spoilt");
    }
  },

  "an operation id that is sent twice at once is applied once": async (open) => {
    const handles = [await open(), await open()];
    const answers = await Promise.all(
      handles.map((store) => store.update("user", append("one"), { operationId: "call 1" })),
    );
    same(answers, [1, 1], "the answers");
    same(await entriesOf(await open(), "user"), ["one"], "entries");
  },

  "an operation id is of its target": async (open) => {
    const store = await open();
    await store.update("user", append("one"), { operationId: "call 1" });
    same(
      await store.update("memory", append("one"), { operationId: "call 1" }),
      1,
      "the other target's value",
    );
    same(await entriesOf(store, "memory"), ["one"], "entries of the other target");
  },

  "operation ids are compared as they are": async (open) => {
    const store = await open();
    for (const [index, operationId] of IDS.entries())
      same(
        await store.update("user", append("x"), { operationId }),
        index + 1,
        `the value of ${show(operationId)}`,
      );
  },

  "a refusal does not use an operation id up": async (open) => {
    const store = await open();
    const refuse = (): StoreOutcome<number> => ({ refused: true, value: 0 });
    same(await store.update("user", refuse, { operationId: "call 1" }), 0, "the refusal");
    same(
      await store.update("user", append("one"), { operationId: "call 1" }),
      1,
      "the value after the refusal",
    );
  },

  "an update to equal entries uses its operation id up": async (open) => {
    const store = await open();
    await store.update("user", write(["one"]));
    await store.update("user", write(["one"], "first"), { operationId: "call 1" });
    same(await store.update("user", append("two"), { operationId: "call 1" }), "first", "the answer");
    same(await entriesOf(store, "user"), ["one"], "entries");
  },

  "the latest 100 operation ids of each target are remembered": async (open) => {
    const store = await open();
    const last = REMEMBERED + 20;
    for (const number of range(last))
      await store.update("user", write([`entry ${number}`], number), { operationId: `call ${number}` });
    for (const number of range(REMEMBERED))
      await store.update("memory", write([`entry ${number}`]), { operationId: `call ${number}` });
    const again = await open();
    for (const number of [last - REMEMBERED, last - REMEMBERED + 1, last - 1])
      same(
        await again.update("user", write(["x"]), { operationId: `call ${number}` }),
        number,
        `call ${number} again`,
      );
    same(await entriesOf(store, "user"), [`entry ${last - 1}`], "entries");
  },
};
