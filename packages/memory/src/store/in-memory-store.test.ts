import { describe, expect, it } from "vitest";
import { REMEMBERED_OPERATION_IDS, UPDATE_ATTEMPTS } from "./check-update.js";
import { createInMemoryStore } from "./in-memory-store.js";
import type { MemoryChange } from "./memory-store.js";

const append =
  (entry: string): MemoryChange<{ count: number }> =>
  (entries) => ({ entries: [...entries, entry], ops: [], value: { count: entries.length + 1 } });

describe("a store in memory", () => {
  it("begins with what it is given, and is empty where nothing was written", async () => {
    const store = createInMemoryStore({ user: ["Prefers tea."] });
    expect((await store.read("user")).entries).toEqual(["Prefers tea."]);
    expect((await store.read("memory")).entries).toEqual([]);
  });

  it("keeps texts well-formed, as every store does", async () => {
    const store = createInMemoryStore({ user: ["a\ud800"] });
    expect((await store.read("user")).entries).toEqual(["a\ufffd"]);
    await store.update("user", append("\udc00b"));
    expect((await store.read("user")).entries).toEqual(["a\ufffd", "\ufffdb"]);
  });

  it("writes the entries and hands the value back", async () => {
    const store = createInMemoryStore();
    expect(await store.update("user", append("a"))).toEqual({ count: 1 });
    expect(await store.update("user", append("b"))).toEqual({ count: 2 });
    expect((await store.read("user")).entries).toEqual(["a", "b"]);
  });

  it("has another revision after a change, and the same after none", async () => {
    const store = createInMemoryStore();
    const { revision } = await store.read("user");
    await store.update("user", (entries) => ({ entries: [...entries], ops: [], value: null }));
    await store.update("user", () => ({ refused: true, value: null }));
    expect((await store.read("user")).revision).toBe(revision);
    await store.update("user", append("a"));
    expect((await store.read("user")).revision).not.toBe(revision);
  });

  it("loses no update of many at once", async () => {
    const store = createInMemoryStore();
    await Promise.all(Array.from({ length: 100 }, (_, index) => store.update("user", append(`${index}`))));
    expect((await store.read("user")).entries).toHaveLength(100);
  });

  it("runs a change again where another came between, a bounded number of times", async () => {
    const store = createInMemoryStore();
    let runs = 0;
    await store.update("user", (entries) => {
      runs++;
      if (runs < 3) void store.update("user", append("between"));
      return append("mine")(entries);
    });
    expect((await store.read("user")).entries).toEqual(["between", "between", "mine"]);

    runs = 0;
    const endless = store.update("user", (entries) => {
      runs++;
      void store.update("user", append("between"));
      return append("never")(entries);
    });
    await expect(endless).rejects.toThrow(
      '"user" was changed by others during each of 10 attempts; nothing was written',
    );
    expect(runs).toBe(UPDATE_ATTEMPTS);
    expect((await store.read("user")).entries).not.toContain("never");
  });

  it("applies an operation id once, and gives the same answer again", async () => {
    const store = createInMemoryStore();
    const first = await store.update("user", append("a"), { operationId: "call_1" });
    const again = await store.update("user", append("b"), { operationId: "call_1" });
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
    expect((await store.read("user")).entries).toEqual(["a"]);
    expect(await store.update("memory", append("c"), { operationId: "call_1" })).toEqual({ count: 1 });
  });

  it("does not use an operation id up by a refusal or an exception", async () => {
    const store = createInMemoryStore();
    const options = { operationId: "call_1" };
    expect(await store.update("user", () => ({ refused: true, value: "no" }), options)).toBe("no");
    const failing = store.update(
      "user",
      () => {
        throw new Error("mine");
      },
      options,
    );
    await expect(failing).rejects.toThrow("mine");
    expect(await store.update("user", append("a"), options)).toEqual({ count: 1 });
  });

  it("remembers the latest operation ids", async () => {
    const store = createInMemoryStore();
    for (let index = 0; index <= REMEMBERED_OPERATION_IDS; index++) {
      await store.update("user", append(`${index}`), { operationId: `call_${index}` });
    }
    expect(await store.update("user", append("x"), { operationId: "call_1" })).toEqual({ count: 2 });
    expect(await store.update("user", append("x"), { operationId: "call_0" })).toEqual({ count: 102 });
  });

  it("is reached by nothing done to the lists that go in and out", async () => {
    const mine = ["a"];
    const store = createInMemoryStore({ user: mine });
    mine.push("b");
    await store.update("user", (entries) => {
      expect(Object.isFrozen(entries)).toBe(true);
      return { entries: mine, ops: [], value: null };
    });
    mine.push("c");
    const { entries } = await store.read("user");
    expect(entries).toEqual(["a", "b"]);
    expect(Object.isFrozen(entries)).toBe(true);
  });

  it("takes names that differ in case alone as one target, and refuses what is no name", async () => {
    const store = createInMemoryStore({ USER: ["a"] });
    expect((await store.read("user")).entries).toEqual(["a"]);
    for (const target of ["", "../../user", "a b", "ž", "user.md"]) {
      await expect(store.read(target)).rejects.toThrow("a target's name must be letters, digits");
      await expect(store.update(target, append("a"))).rejects.toThrow(JSON.stringify(target));
    }
  });
});
