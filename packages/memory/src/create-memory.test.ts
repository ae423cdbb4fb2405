import { describe, expect, it } from "vitest";
import { createMemory } from "./create-memory.js";
import { pinned } from "./policies/pinned.js";
import { createInMemoryStore } from "./store/in-memory-store.js";
import type { MemoryStore } from "./store/memory-store.js";

const tea = { target: "user", action: "add", content: "Prefers tea." };

// biome-ignore lint/suspicious/noExplicitAny: what a program without types may pass
const wrong = (value: unknown): any => value;

describe("call", () => {
  it("applies a call and gives the text for the model", async () => {
    const store = createInMemoryStore();
    const memory = createMemory({ store });
    expect(await memory.call(JSON.stringify(tea))).toBe("Entry added. (0% — 12/1,375 chars)");
    expect((await store.read("user")).entries).toEqual(["Prefers tea."]);
  });

  it("gives a refusal as a text, and writes nothing", async () => {
    const store = createInMemoryStore({ user: ["Prefers tea."] });
    const memory = createMemory({ store });
    expect(await memory.call({ target: "user", action: "remove", old_text: "mate" })).toBe(
      'Refused: no entry contains "mate".\n0% — 12/1,375 chars\nEntries now:\n~~~\nPrefers tea.\n~~~',
    );
    expect(await memory.call({ target: "notes" })).toBe(
      'Refused: unknown target "notes" — use memory or user.',
    );
    expect((await store.read("user")).entries).toEqual(["Prefers tea."]);
  });

  it("takes label and limit of a target, and nothing else that it has", async () => {
    class Project {
      readonly target = "other";
      readonly entries = ["other"];
      readonly ops = [];
      get label(): string {
        return "This project";
      }
      get limit(): number {
        return 20;
      }
    }
    const memory = createMemory({ store: createInMemoryStore(), targets: { project: new Project() } });
    expect(await memory.call({ action: "add", content: "Uses pnpm." })).toBe(
      "Entry added. (50% — 10/20 chars)",
    );
    expect(await memory.prompt()).toBe("[This project · 50% — 10/20 chars]\n~~~\nUses pnpm.\n~~~");
  });

  it("is not applied twice with the same id, and has the same text", async () => {
    const store = createInMemoryStore();
    const memory = createMemory({ store });
    const text = await memory.call(tea, { operationId: "call_1" });
    await memory.call({ target: "user", action: "remove", old_text: "tea" }, { operationId: "call_2" });
    expect(await memory.call(tea, { operationId: "call_1" })).toBe(text);
    expect((await store.read("user")).entries).toEqual([]);
  });

  it("tells what it would do, and does not", async () => {
    const store = createInMemoryStore();
    const memory = createMemory({ store });
    expect(await memory.call(tea, { dryRun: true })).toBe("Entry added. (0% — 12/1,375 chars)");
    expect((await store.read("user")).entries).toEqual([]);
    expect(await memory.call({ action: "add" }, { dryRun: true })).toBe(
      "Refused: add needs content.\n0% — 0/2,200 chars",
    );
  });

  it("hands operations and reason to the store", async () => {
    const kept: unknown[] = [];
    const inner = createInMemoryStore();
    const store: MemoryStore = {
      read: (target) => inner.read(target),
      update: (target, change, options) =>
        inner.update(
          target,
          (entries) => {
            const outcome = change(entries);
            if (!outcome.refused) kept.push(outcome.ops, outcome.reason);
            return outcome;
          },
          options,
        ),
    };
    await createMemory({ store }).call(tea, { reason: "said so" });
    expect(kept).toEqual([[{ action: "add", content: "Prefers tea." }], "said so"]);
  });

  it("notes at the end of an ok result that a target is over 90% full", async () => {
    const targets = { list: { label: "The list", limit: 100 } };
    const memory = createMemory({ store: createInMemoryStore(), targets });
    expect(await memory.call({ action: "add", content: "x".repeat(90) })).toBe(
      "Entry added. (90% — 90/100 chars)",
    );
    expect(await memory.call({ action: "replace", old_text: "x", content: "x".repeat(91) })).toBe(
      "Entry replaced. (91% — 91/100 chars)\n" +
        "The list is over 90% full: replace overlapping entries with one shorter entry, or remove stale ones.",
    );
    expect(await memory.call({ action: "add" })).toBe("Refused: add needs content.\n91% — 91/100 chars");
  });

  it("lets what the store throws out", async () => {
    const store: MemoryStore = {
      read: () => Promise.reject(new Error("disk")),
      update: () => Promise.reject(new Error("disk")),
    };
    await expect(createMemory({ store }).call(tea)).rejects.toThrow("disk");
    await expect(createMemory({ store }).prompt()).rejects.toThrow("disk");
  });
});

describe("prompt", () => {
  it("has a block for each target, in their order", async () => {
    const memory = createMemory({ store: createInMemoryStore({ user: ["Prefers tea."] }) });
    expect(await memory.prompt()).toBe(
      "[Memory · 0% — 0/2,200 chars]\n(empty)\n\n[The user profile · 0% — 12/1,375 chars]\n~~~\nPrefers tea.\n~~~",
    );
  });

  it("stays as it is until it is refreshed, and says when the store has moved on", async () => {
    const store = createInMemoryStore();
    const [memory, other] = [createMemory({ store }), createMemory({ store })];
    expect(await memory.isStale()).toBe(false);
    const before = await memory.prompt();
    expect(await memory.isStale()).toBe(false);
    await other.call(tea);
    expect(await memory.prompt()).toBe(before);
    expect(await memory.isStale()).toBe(true);
    expect(await memory.refresh()).toContain("Prefers tea.");
    expect(await memory.prompt()).toContain("Prefers tea.");
    expect(await memory.isStale()).toBe(false);
    await memory.call(tea);
    expect(await memory.isStale()).toBe(false);
    await memory.call({ target: "user", action: "remove", old_text: "tea" });
    expect(await memory.isStale()).toBe(true);
  });

  it("is one text for all who ask for it at once", async () => {
    const store = createInMemoryStore();
    const memory = createMemory({ store });
    const [first, , second] = await Promise.all([memory.prompt(), memory.call(tea), memory.prompt()]);
    expect(second).toBe(first);
    expect(await memory.prompt()).toBe(first);
  });

  it("stays where a refresh fails, and is read again where the first reading failed", async () => {
    const inner = createInMemoryStore();
    let broken = true;
    const store: MemoryStore = {
      read: (target) => (broken ? Promise.reject(new Error("disk")) : inner.read(target)),
      update: (target, change, options) => inner.update(target, change, options),
    };
    const memory = createMemory({ store });
    await expect(memory.prompt()).rejects.toThrow("disk");
    broken = false;
    const text = await memory.prompt();
    broken = true;
    await expect(memory.refresh()).rejects.toThrow("disk");
    expect(await memory.prompt()).toBe(text);
  });
});

describe("policies", () => {
  it("refuse a change with their own text, the first that does", async () => {
    const store = createInMemoryStore({ user: ["Prefers tea."] });
    const memory = createMemory({
      store,
      policies: [
        () => undefined,
        ({ after }) =>
          after.some((entry) => entry.includes("sk-")) ? "keys are not remembered." : undefined,
        () => "never asked",
      ],
    });
    expect(await memory.call({ target: "user", action: "add", content: "Key sk-1." })).toBe(
      "Refused: keys are not remembered.\n0% — 12/1,375 chars",
    );
    expect((await store.read("user")).entries).toEqual(["Prefers tea."]);
  });

  it("are given the whole change", async () => {
    let seen: unknown;
    const policies = [
      (change: unknown) => {
        seen = change;
        return undefined;
      },
    ];
    await createMemory({ store: createInMemoryStore({ user: ["a"] }), policies }).call(tea);
    expect(seen).toEqual({
      target: "user",
      ops: [{ action: "add", content: "Prefers tea." }],
      before: ["a"],
      after: ["a", "Prefers tea."],
    });
  });

  it("must give a text or undefined, so that a promise is not taken for a yes", async () => {
    // @ts-expect-error a policy is synchronous
    const memory = createMemory({ store: createInMemoryStore(), policies: [async () => "no"] });
    await expect(memory.call(tea)).rejects.toThrow(TypeError);
  });

  it("pinned keeps entries from being replaced and removed, by any list", async () => {
    const store = createInMemoryStore({ user: ["! Ask before deploys.", "Prefers tea."] });
    const memory = createMemory({ store, policies: [pinned((entry) => entry.startsWith("!"))] });
    const refusal =
      'Refused: "! Ask before deploys." is pinned: it cannot be replaced or removed.\n2% — 36/1,375 chars';
    const change = (ops: object) => memory.call({ target: "user", ...ops });
    expect(await change({ action: "remove", old_text: "deploys" })).toBe(refusal);
    expect(await change({ action: "replace", old_text: "deploys", content: "Deploy." })).toBe(refusal);
    expect(
      await change({
        operations: [
          { action: "remove", old_text: "tea" },
          { action: "remove", old_text: "!" },
        ],
      }),
    ).toBe(refusal);
    expect(await change({ action: "replace", old_text: "tea", content: "! Ask before deploys." })).toBe(
      "Entry replaced. (1% — 21/1,375 chars)",
    );
    expect((await store.read("user")).entries).toEqual(["! Ask before deploys."]);
  });
});

describe("what a program gets wrong", () => {
  const store = createInMemoryStore();
  it.each([
    ["no targets", {}, TypeError],
    ["a limit of 0", { user: { label: "User", limit: 0 } }, RangeError],
    ["a blank label", { user: { label: " ", limit: 10 } }, TypeError],
    [
      "two names that differ in case alone",
      { user: { label: "a", limit: 1 }, User: { label: "b", limit: 1 } },
      TypeError,
    ],
    ["a path for a name", { "../user": { label: "User", limit: 10 } }, Error],
  ])("throws at once for %s", (_, targets, type) => {
    expect(() => createMemory({ store, targets })).toThrow(type);
  });

  it.each([
    [{}, "store must be a memory store, like createInMemoryStore(); got undefined"],
    [{ store: { read: () => undefined } }, "store must be a memory store"],
    [{ store, policies: [() => undefined, 1] }, "policies must be a list of functions; got an array with 1"],
    [{ store, policies: "pinned" }, 'policies must be a list of functions; got the string "pinned"'],
  ])("throws at once for %j", (options, message) => {
    expect(() => createMemory(wrong(options))).toThrow(message);
  });
});
