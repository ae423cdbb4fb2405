import { expect, it, vi } from "vitest";
import { ContextLedger } from "../context-ledger.js";
import type { JournalEntry } from "./entry.js";
import type { JournalStore } from "./journal-store.js";
import { createInMemoryJournalStore } from "./journal-store.js";
import { openSession } from "./open-session.js";

const FULL_DISK = new Error("the disk is full");

/** A store that fails while `full` is set. */
const fillableStore = (): { store: JournalStore; fill: (full: boolean) => void } => {
  const kept = createInMemoryJournalStore();
  let full = false;
  return {
    fill: (now) => {
      full = now;
    },
    store: {
      load: kept.load,
      append: async (session, position, entries) => {
        if (full) throw FULL_DISK;
        await kept.append(session, position, entries);
      },
    },
  };
};

it("a session goes on where it was left", async () => {
  const store = createInMemoryJournalStore();
  const first = await openSession(store, "s");
  first.ledger.read({ path: "a", content: "one\n" });
  await first.flush();
  const second = await openSession(store, "s");
  expect(second.ledger.read({ path: "a", content: "one\n" }).text).toContain("Unchanged since #0001");
});

it("a failed append stays queued, in order, while the ledger goes on", async () => {
  const { store, fill } = fillableStore();
  const onError = vi.fn();
  const { ledger, flush } = await openSession(store, "s", { onError });
  ledger.output({ tool: "bash", text: "1" });
  await flush();
  fill(true);
  ledger.output({ tool: "bash", text: "2" });
  ledger.output({ tool: "bash", text: "3" });
  await expect(flush()).rejects.toBe(FULL_DISK);
  expect(onError).toHaveBeenCalledWith(FULL_DISK);
  expect(ledger.recall({ target: "#0002" }).text).toContain("\n2");
  fill(false);
  await flush();
  expect(await store.load("s")).toEqual(ledger.toJSON());
});

/** A store that refuses appends that `refuses` says, and counts how often it was asked. */
const choosyStore = (
  refuses: (entries: readonly JournalEntry[]) => boolean,
): { store: JournalStore; asked: () => number } => {
  const kept = createInMemoryJournalStore();
  let asked = 0;
  return {
    asked: () => asked,
    store: {
      load: kept.load,
      append: async (session, position, entries) => {
        asked++;
        if (refuses(entries)) throw new Error("not taken");
        await kept.append(session, position, entries);
      },
    },
  };
};

const hasText = (entries: readonly JournalEntry[], part: string): boolean =>
  entries.some((entry) => "text" in entry && entry.text?.includes(part));

it.each([0, 1, 7, 98, 99])(
  "C12: one entry that the store does not take blocks no other: number %i of 100",
  async (bad) => {
    const { store, asked } = choosyStore((entries) => hasText(entries, "odd"));
    const onError = vi.fn();
    const { ledger, flush } = await openSession(store, "s", { onError });
    for (let step = 0; step < 100; step++) {
      ledger.output({ tool: "bash", text: step === bad ? "odd" : `text ${step}` });
    }
    const id = `#${(bad + 1).toString(16).padStart(4, "0")}`;
    await expect(flush()).rejects.toThrow(
      new Error(`the store did not take the stored text of ${id}: kept without it`),
    );
    expect(onError).toHaveBeenCalledTimes(1);
    expect(asked()).toBeLessThan(40);
    await flush();
    const { ledger: again } = await openSession(store, "s");
    expect(again.toJSON()).toHaveLength(100);
    for (let step = 0; step < 100; step++) {
      const target = `#${(step + 1).toString(16).padStart(4, "0")}`;
      const { text } = again.fork().recall({ target });
      expect(text).toContain(step === bad ? `${id} is no longer kept.` : `\ntext ${step}`);
    }
  },
);

it("C12: several such entries, reads and edits among them, are each kept without their text", async () => {
  const { store } = choosyStore((entries) => hasText(entries, "odd"));
  const { ledger, flush } = await openSession(store, "s", { knownLines: true });
  for (const part of ["even", "odd", "odd", "even", "odd"]) {
    ledger.read({ path: "a", content: `${part} ${"x".repeat(80)}\n` });
    ledger.edit({ path: "b", before: "a\n", after: `${part}\n` });
  }
  await expect(flush()).rejects.toThrow(
    "the stored text of #0003, #0004, #0006, #0009, #000a: kept without it",
  );
  const kept = await store.load("s");
  expect(kept).toHaveLength(10);
  expect(hasText(kept, "odd")).toBe(false);
  const again = ContextLedger.replay(kept, { knownLines: true });
  expect(again.read({ path: "a", content: `odd ${"x".repeat(80)}\n` }).text).toContain(
    "Unchanged since #0009",
  );
  expect(again.recall({ target: "#000b" }).text).toContain("#000b is no longer kept.");
});

it("C12: a store that takes only a few entries at once gets few", async () => {
  const { store } = choosyStore((entries) => entries.length > 3);
  const { ledger, flush } = await openSession(store, "s");
  for (let step = 0; step < 50; step++) ledger.output({ tool: "bash", text: `text ${step}` });
  await flush();
  expect(await store.load("s")).toEqual(ledger.toJSON());
});

it.each<[string, Error | undefined]>([
  ["ENOSPC", undefined],
  ["busy", undefined],
  ["08006", undefined],
  ["unreachable", Object.assign(new Error("closed"), { code: "ERR_SOCKET_CLOSED" })],
])("C12: a store that is away is asked once a round, and loses nothing: %s", async (code, cause) => {
  let isAway = true;
  const kept = createInMemoryJournalStore();
  let asked = 0;
  const store: JournalStore = {
    load: kept.load,
    append: async (session, position, entries) => {
      asked++;
      if (isAway && hasText(entries, "text")) throw Object.assign(new Error("away", { cause }), { code });
      await kept.append(session, position, entries);
    },
  };
  const { ledger, flush } = await openSession(store, "s");
  for (let step = 0; step < 50; step++) ledger.output({ tool: "bash", text: `text ${step}` });
  await expect(flush()).rejects.toMatchObject({ code });
  expect(asked).toBe(1);
  isAway = false;
  await flush();
  expect(await store.load("s")).toEqual(ledger.toJSON());
});

it.each<[string, object]>([
  ["22P05", { code: "22P05" }],
  ["54000", { code: "54000" }],
  ["ERR_STRING_TOO_LONG", { code: "ERR_STRING_TOO_LONG" }],
  [
    "failed, caused by 54000",
    { code: "failed", cause: Object.assign(new Error("limit"), { code: "54000" }) },
  ],
])("C12: an entry that is refused by the code %s blocks no other", async (_, details) => {
  const kept = createInMemoryJournalStore();
  const store: JournalStore = {
    load: kept.load,
    append: async (session, position, entries) => {
      if (hasText(entries, "odd")) throw Object.assign(new Error("refused"), details);
      await kept.append(session, position, entries);
    },
  };
  const { ledger, flush } = await openSession(store, "s");
  for (const text of ["even", "odd", "even"]) ledger.output({ tool: "bash", text });
  await expect(flush()).rejects.toThrow("the stored text of #0002");
  expect(await store.load("s")).toHaveLength(3);
});

it("C12: a store that refuses everything is asked three times a round, and loses nothing", async () => {
  let isAway = true;
  const { store, asked } = choosyStore(() => isAway);
  const { ledger, flush } = await openSession(store, "s");
  for (let step = 0; step < 50; step++) ledger.output({ tool: "bash", text: `text ${step}` });
  await expect(flush()).rejects.toThrow(new Error("not taken"));
  expect(asked()).toBe(3);
  isAway = false;
  await flush();
  expect(await store.load("s")).toEqual(ledger.toJSON());
});

it("C12: an entry without a text that the store does not take stays queued, and those behind it", async () => {
  const { store } = choosyStore((entries) => entries.some(({ op }) => op === "forget"));
  const { ledger, flush } = await openSession(store, "s");
  ledger.output({ tool: "bash", text: "one" });
  ledger.forget(["#0001"]);
  ledger.output({ tool: "bash", text: "two" });
  await expect(flush()).rejects.toThrow(new Error("not taken"));
  expect(await store.load("s")).toEqual(ledger.toJSON().slice(0, 1));
});

it("a store is one, also in memory", async () => {
  await expect(openSession(JSON.parse("null"), "s")).rejects.toThrow(
    new TypeError("store must be an object like createInMemoryJournalStore(); got null"),
  );
  await expect(openSession(JSON.parse("{}"), "s")).rejects.toThrow(
    new TypeError("store.load must be a function; got undefined"),
  );
  await expect(openSession(createInMemoryJournalStore(), JSON.parse("null"))).rejects.toThrow(
    "a session's name is a word",
  );
});

it("a second writer of a session is refused", async () => {
  const store = createInMemoryJournalStore();
  const one = await openSession(store, "s");
  const other = await openSession(store, "s");
  one.ledger.output({ tool: "bash", text: "one" });
  await one.flush();
  other.ledger.output({ tool: "bash", text: "other" });
  await expect(other.flush()).rejects.toThrow("position 0 of session s is taken by other entries");
  expect(await store.load("s")).toEqual(one.ledger.toJSON());
});

it("the same entries again are a retry", async () => {
  const store = createInMemoryJournalStore();
  const { ledger, flush } = await openSession(store, "s");
  ledger.output({ tool: "bash", text: "one" });
  await flush();
  await store.append("s", 0, ledger.toJSON());
  expect(await store.load("s")).toHaveLength(1);
  await expect(store.append("s", 2, ledger.toJSON())).rejects.toThrow("position 2 is beyond its end");
});

it.each(["", "..", "a/b", ".hidden", "-x", "a b", "a".repeat(129)])("%j names no session", async (name) => {
  await expect(openSession(createInMemoryJournalStore(), name)).rejects.toThrow("a session's name is a word");
});
