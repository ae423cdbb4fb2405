import { expect, it, vi } from "vitest";
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
