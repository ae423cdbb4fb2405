import { describe, expect, it } from "vitest";
import { createMemory } from "./create-memory.js";
import { applyOps } from "./operations/apply-ops.js";
import { noHiddenCharacters } from "./policies/no-hidden-characters.js";
import type { MemoryPolicy } from "./policies/policy.js";
import { createInMemoryStore } from "./store/in-memory-store.js";
import type { MemoryStore } from "./store/memory-store.js";

const tea = { target: "user", action: "add", content: "Prefers tea." };

// biome-ignore lint/suspicious/noExplicitAny: what a program without types may pass
const wrong = (value: unknown): any => value;

describe("call", () => {
  it("applies a call and gives the text for the model", async () => {
    const store = createInMemoryStore();
    const memory = createMemory({ store });
    expect((await memory.call(JSON.stringify(tea))).text).toBe("Entry added. (0% — 12/1,375 chars)");
    expect((await store.read("user")).entries).toEqual(["Prefers tea."]);
  });

  it("gives a refusal as a text, and writes nothing", async () => {
    const store = createInMemoryStore({ user: ["Prefers tea."] });
    const memory = createMemory({ store });
    expect((await memory.call({ target: "user", action: "remove", old_text: "mate" })).text).toBe(
      'Refused: no entry contains "mate".\n0% — 12/1,375 chars\nEntries now:\n~~~\nPrefers tea.\n~~~',
    );
    expect((await memory.call({ target: "notes" })).text).toBe(
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
    expect((await memory.call({ action: "add", content: "Uses pnpm." })).text).toBe(
      "Entry added. (50% — 10/20 chars)",
    );
    expect(await memory.prompt()).toBe("[This project · 50% — 10/20 chars]\n~~~\nUses pnpm.\n~~~");
  });

  it("is not applied twice with the same id, and has the same text", async () => {
    const store = createInMemoryStore();
    const memory = createMemory({ store });
    const text = (await memory.call(tea, { operationId: "call_1" })).text;
    await memory.call({ target: "user", action: "remove", old_text: "tea" }, { operationId: "call_2" });
    expect((await memory.call(tea, { operationId: "call_1" })).text).toBe(text);
    expect((await store.read("user")).entries).toEqual([]);
  });

  it("M1: an id that comes again with another call is another operation", async () => {
    const store = createInMemoryStore();
    const memory = createMemory({ store });
    const add = (content: string) =>
      memory.call({ target: "user", action: "add", content }, { operationId: "call_1" });
    expect(await add("Lives in Oslo.")).toMatchObject({ ok: true, code: "added" });
    expect(await add("Works at night.")).toMatchObject({ ok: true, code: "added" });
    expect((await store.read("user")).entries).toEqual(["Lives in Oslo.", "Works at night."]);
    await memory.call({ target: "user", action: "remove", old_text: "Oslo" });
    // The same call in other words for its fields is the same call.
    const again = JSON.stringify({
      target: " User",
      operations: [{ action: "ADD ", new_string: "Lives in Oslo." }],
    });
    expect(await memory.call(again, { operationId: "call_1" })).toMatchObject({ ok: true, code: "added" });
    expect((await store.read("user")).entries).toEqual(["Works at night."]);
  });

  it("M14: says whether it was done, and a stable word for what became of it", async () => {
    const memory = createMemory({ store: createInMemoryStore() });
    expect(await memory.call(tea)).toEqual({
      ok: true,
      text: "Entry added. (0% — 12/1,375 chars)",
      code: "added",
    });
    expect(await memory.call(tea)).toMatchObject({ ok: true, code: "exists" });
    expect(await memory.call({ action: "add" })).toMatchObject({ ok: false, code: "no_content" });
    expect(await memory.call({ target: "notes" })).toMatchObject({ ok: false, code: "unknown_target" });
    expect(await memory.call({ operations: "tea" })).toMatchObject({
      ok: false,
      code: "operations_not_a_list",
    });
  });

  it("M8: a list of operations has an end", async () => {
    const memory = createMemory({ store: createInMemoryStore() });
    const list = (length: number) => ({
      operations: Array.from({ length }, (_, index) => ({ action: "add", content: `fact ${index}` })),
    });
    expect(await memory.call(list(100))).toMatchObject({ ok: true, code: "applied" });
    expect(await memory.call(list(40_000))).toEqual({
      ok: false,
      code: "too_many",
      text:
        "Refused: a list has at most 100 operations; this one has 40,000. Send them in several calls.\n" +
        "44% — 987/2,200 chars",
    });
  });

  it("tells what it would do, and does not", async () => {
    const store = createInMemoryStore();
    const memory = createMemory({ store });
    expect((await memory.call(tea, { dryRun: true })).text).toBe("Entry added. (0% — 12/1,375 chars)");
    expect((await store.read("user")).entries).toEqual([]);
    expect((await memory.call({ action: "add" }, { dryRun: true })).text).toBe(
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
    expect((await memory.call({ action: "add", content: "x".repeat(90) })).text).toBe(
      "Entry added. (90% — 90/100 chars)",
    );
    expect((await memory.call({ action: "replace", old_text: "x", content: "x".repeat(91) })).text).toBe(
      "Entry replaced. (91% — 91/100 chars)\n" +
        "The list is over 90% full: replace overlapping entries with one shorter entry, or remove stale ones.",
    );
    expect((await memory.call({ action: "add" })).text).toBe(
      "Refused: add needs content.\n91% — 91/100 chars",
    );
  });

  it("M12: what is withheld is found by no operation, and what the host's own withholds neither", async () => {
    const entries = ["hid\u200bden", "Prefers tea."];
    const store = createInMemoryStore({ user: entries });
    const memory = createMemory({ store, policies: [noHiddenCharacters()] });
    const { ok, text } = await memory.call({ target: "user", action: "remove", old_text: "hid" });
    expect(ok).toBe(false);
    expect(text).toContain('no entry contains "hid".');
    expect((await store.read("user")).entries).toEqual(entries);
    const ops = [{ action: "replace", old_text: "e", content: "x" }];
    const withhold = (entry: string) => (entry.startsWith("Prefers") ? "no" : undefined);
    expect(applyOps({ target: "user", entries, limit: 100, ops, withhold }).replaced).toEqual([
      "hid\u200bden",
    ]);
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

describe("a target that cannot be read", () => {
  it("M9: is named, and the other is shown", async () => {
    let broken = true;
    const inner = createInMemoryStore({ user: ["Prefers tea."], memory: ["Uses Debian."] });
    const store: MemoryStore = {
      read: (target) =>
        broken && target === "user" ? Promise.reject(new Error("disk")) : inner.read(target),
      update: (target, change, options) => inner.update(target, change, options),
    };
    const memory = createMemory({ store });
    expect(await memory.prompt()).toBe(
      "[Memory · 0% — 12/2,200 chars]\n~~~\nUses Debian.\n~~~\n\n[The user profile · cannot be read]",
    );
    expect(await memory.isStale()).toBe(false);
    expect((await memory.read()).text).toContain("[The user profile · cannot be read]");
    await expect(memory.read({ target: "user" })).rejects.toThrow("disk");
    broken = false;
    expect(await memory.isStale()).toBe(true);
    expect(await memory.refresh()).toContain("Prefers tea.");
  });
});

describe("read", () => {
  const memory = createMemory({ store: createInMemoryStore({ user: ["Prefers tea."] }) });

  it("S6: gives the blocks as they are now, of one target or of all", async () => {
    const user = "[The user profile · 0% — 12/1,375 chars]\n~~~\nPrefers tea.\n~~~";
    expect(await memory.read('{"target":" USER "}')).toEqual({ ok: true, text: user, code: "read" });
    for (const all of [undefined, {}, { target: null }, { target: " " }, "no JSON", [], 5]) {
      expect((await memory.read(all)).text).toBe(`[Memory · 0% — 0/2,200 chars]\n(empty)\n\n${user}`);
    }
    expect(await memory.read({ target: "notes" })).toEqual({
      ok: false,
      text: 'Refused: unknown target "notes" — use memory or user.',
      code: "unknown_target",
    });
  });

  it("has a tool for the model, in both forms", () => {
    const { name, schema, strictSchema } = memory.readTool;
    expect(name).toBe("memory_read");
    expect(schema).toMatchObject({ properties: { target: { enum: ["memory", "user"] } } });
    expect(strictSchema).toMatchObject({ required: ["target"], additionalProperties: false });
  });
});

it("M11: a file of 1.4 MB does not become the prompt", async () => {
  const entries = Array.from({ length: 3_500 }, (_, index) => `${index}`.padEnd(400, "x"));
  const memory = createMemory({ store: createInMemoryStore({ user: entries }) });
  const { text } = await memory.read({ target: "user" });
  expect(text.length).toBeLessThan(4_200);
  expect(text).toMatch(/\n~~~\n\(3,491 more entries\)$/);
  const short = createMemory({ store: createInMemoryStore({ user: ["a", "b"] }), maxChars: 1 });
  expect(await short.prompt()).toContain("~~~\na\n~~~\n(1 more entry)");
});

describe("policies", () => {
  it("refuse a change with their own text, the first that does", async () => {
    const store = createInMemoryStore({ user: ["Prefers tea."] });
    const memory = createMemory({
      store,
      policies: [
        { change: () => undefined },
        {
          change: ({ after }) =>
            after.some((entry) => entry.includes("sk-")) ? "keys are not remembered." : undefined,
        },
        { change: () => "never asked" },
      ],
    });
    expect((await memory.call({ target: "user", action: "add", content: "Key sk-1." })).text).toBe(
      "Refused: keys are not remembered.\n0% — 12/1,375 chars",
    );
    expect((await store.read("user")).entries).toEqual(["Prefers tea."]);
  });

  it("are given the whole change", async () => {
    let seen: unknown;
    const policies: MemoryPolicy[] = [
      {
        change: (change) => {
          seen = change;
          return undefined;
        },
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
    const memory = createMemory({ store: createInMemoryStore(), policies: [{ change: async () => "no" }] });
    await expect(memory.call(tea)).rejects.toThrow(
      "what a policy gives must be a string that refuses, or undefined; got ",
    );
  });

  it("M12: of the host are asked when entries are shown, too", async () => {
    const noKeys: MemoryPolicy = {
      entry: (entry, target) =>
        target === "user" && /\bsk-\w/.test(entry) ? "it looks like a key" : undefined,
    };
    const entries = ["Prefers tea.", "The key is sk-1234."];
    const store = createInMemoryStore({ user: entries, memory: entries });
    const memory = createMemory({ store, policies: [noKeys] });
    const [memoryBlock, userBlock] = (await memory.prompt()).split("\n\n");
    expect(memoryBlock).toContain("§\nThe key is sk-1234.\n~~~");
    expect(userBlock).toContain("§\n[withheld: it looks like a key]\n~~~");
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
    [
      { store, policies: [{ entry: () => undefined }, 1] },
      "policies[1] must be an object like { entry: (entry) => undefined }; got 1",
    ],
    [{ store, policies: [() => undefined] }, "policies[0] must be an object like"],
    [{ store, policies: [{}] }, "policies[0] must be a policy with entry or change; got one with neither"],
    [{ store, policies: [{ change: 5 }] }, "policies[0].change must be a function; got 5"],
    [{ store, policies: "pinned" }, 'policies must be a list; got the string "pinned"'],
    [{ store, maxChars: 0.5 }, "maxChars must be a whole number of at least 0; got 0.5"],
  ])("throws at once for %j", (options, message) => {
    expect(() => createMemory(wrong(options))).toThrow(message);
  });
});
