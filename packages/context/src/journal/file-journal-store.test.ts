import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { canMount, giveToBoundUser, scratchFolder, tinyDisk } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { startBoundWorker, startWorker } from "../testing/journal-worker.js";
import { killWriter } from "../testing/kill-writer.js";
import type { JournalEntry } from "./entry.js";
import { createFileJournalStore } from "./file-journal-store.js";
import { createInMemoryJournalStore } from "./journal-store.js";
import { openSession } from "./open-session.js";

/** Some entries as a ledger makes them, each of its own. */
const someEntries = async (count: number, text = "result"): Promise<readonly JournalEntry[]> => {
  const store = createFileJournalStore({ folder: scratchFolder() });
  const { ledger } = await openSession(store, "s");
  for (let index = 0; index < count; index++) ledger.output({ tool: "bash", text: `${text} ${index} č` });
  return ledger.toJSON();
};

const open = () => {
  const folder = scratchFolder();
  return { folder, file: join(folder, "s.jsonl"), store: createFileJournalStore({ folder }) };
};

it("a session that there is not yet has no entries, and nothing is made for it", async () => {
  const folder = join(scratchFolder(), "sessions");
  expect(await createFileJournalStore({ folder }).load("s")).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

it.each([null, {}, { folder: "" }, { folder: 5 }, { folder: "a\0b" }])("throws for %j", (options) => {
  expect(() => createFileJournalStore(options as never)).toThrow(
    /^folder must be the path of a folder; got /,
  );
});

it("each entry is a line with its position, for its owner alone", async () => {
  const folder = join(scratchFolder(), "agent", "sessions");
  const store = createFileJournalStore({ folder });
  const entries = await someEntries(3);
  await store.append("s", 0, entries.slice(0, 1));
  await store.append("s", 1, entries.slice(1));
  const lines = readFileSync(join(folder, "s.jsonl"), "utf8").split("\n");
  expect(lines.pop()).toBe("");
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    entries.map((entry, position) => ({ position, entry })),
  );
  expect(await store.load("s")).toEqual(entries);
  expect(await createFileJournalStore({ folder }).load("s")).toEqual(entries);
  expect(readdirSync(folder)).toEqual(["s.jsonl"]);
  const modes = [folder, join(folder, "s.jsonl")].map((path) => statSync(path).mode & 0o777);
  if (process.platform !== "win32") expect(modes).toEqual([0o700, 0o600]);
});

it("a position or entries that can be none are refused at once, in memory too", async () => {
  const [entry] = await someEntries(1);
  for (const store of [open().store, createInMemoryJournalStore()]) {
    for (const position of [-1, 0.5, Number.NaN]) {
      await expect(store.append("s", position, entry ? [entry] : [])).rejects.toThrow(RangeError);
    }
    const wrong = entry as unknown as readonly JournalEntry[];
    await expect(store.append("s", 0, wrong)).rejects.toThrow(TypeError);
    expect(await store.load("s")).toEqual([]);
  }
});

it("names are words, never paths", async () => {
  const { folder, store } = open();
  for (const name of ["", ".", "..", ".hidden", "../s", "a/b", "a\\b", "a b", "ž", "s\0", "-s"]) {
    await expect(store.load(name)).rejects.toThrow(TypeError);
    await expect(store.append(name, 0, [])).rejects.toThrow(TypeError);
  }
  await store.append("2026-01-30_a.b", 0, await someEntries(1));
  expect(readdirSync(folder)).toEqual(["2026-01-30_a.b.jsonl"]);
});

it("the same entries at the same position succeed, others are refused, and so is a gap", async () => {
  const { folder, store } = open();
  const entries = await someEntries(4);
  const others = await someEntries(4, "other");
  const again = createFileJournalStore({ folder });
  await store.append("s", 0, entries.slice(0, 2));
  for (const one of [store, again, store]) {
    await one.append("s", 0, entries.slice(0, 1));
    await one.append("s", 0, entries.slice(0, 2));
    await expect(one.append("s", 1, others.slice(1))).rejects.toThrow("position 1 of session s is taken");
    await expect(one.append("s", 3, entries.slice(3))).rejects.toThrow(
      "has 2 entries; position 3 is beyond its end",
    );
    expect(await one.load("s")).toEqual(entries.slice(0, 2));
  }
  await again.append("s", 1, entries.slice(1));
  await expect(store.append("s", 2, others.slice(2))).rejects.toThrow("position 2 of session s is taken");
  expect(readFileSync(join(folder, "s.jsonl"), "utf8").split("\n")).toHaveLength(5);
});

it("a torn last line and lines at wrong positions are passed over, and loading leaves them", async () => {
  const { file, store } = open();
  const entries = await someEntries(3);
  const [first = "", second = "", third = ""] = entries.map((entry, position) =>
    JSON.stringify({ position, entry }),
  );
  const torn = Buffer.from(third).subarray(0, Buffer.from(third).indexOf("č") + 1);
  const odd = [
    third,
    "not JSON",
    "",
    "null",
    "7",
    "{}",
    '{"position":1}',
    '{"position":1,"entry":null}',
    first,
  ];
  const bytes = Buffer.concat([Buffer.from([first, ...odd, second, ""].join("\n")), torn]);
  writeFileSync(file, bytes);
  expect(await store.load("s")).toEqual(entries.slice(0, 2));
  expect(readFileSync(file)).toEqual(bytes);
  await store.append("s", 2, entries.slice(2));
  expect(await store.load("s")).toEqual(entries);
  expect(readFileSync(file, "utf8").endsWith(`\n${third}\n`)).toBe(true);
});

it("a last line that lacks its newline alone counts, and is not taken twice", async () => {
  const { file, store } = open();
  const entries = await someEntries(3);
  await store.append("s", 0, entries.slice(0, 2));
  writeFileSync(file, readFileSync(file, "utf8").trimEnd());
  expect(await store.load("s")).toEqual(entries.slice(0, 2));
  const others = await someEntries(3, "other");
  await expect(store.append("s", 1, others.slice(1))).rejects.toThrow("is taken by other entries");
  await store.append("s", 1, entries.slice(1));
  expect(await store.load("s")).toEqual(entries);
});

it("what somebody else did to the file is seen", async () => {
  const { file, store } = open();
  const entries = await someEntries(2);
  await store.append("s", 0, entries);
  appendFileSync(file, `${JSON.stringify({ position: 2, entry: entries[0] })}\n`);
  await expect(store.append("s", 2, entries.slice(1))).rejects.toThrow("is taken by other entries");
  rmSync(file);
  await store.append("s", 0, entries);
  expect(await store.load("s")).toEqual(entries);
});

it("of two processes on one session the second to write is refused, and nothing is mixed", async () => {
  const { folder, store } = open();
  const { ledger, flush } = await openSession(store, "s");
  expect(await startWorker().ask("step", { folder, session: "s" })).toEqual({ answer: 1 });
  ledger.output({ tool: "bash", text: "mine" });
  await expect(flush()).rejects.toThrow(
    "position 0 of session s is taken by other entries: another writer has gone on with it",
  );
  expect(ledger.recall({ target: "#0001" }).text).toContain("mine");
  expect(await startWorker().ask("step", { folder, session: "s" })).toEqual({ answer: 2 });
  expect(await store.load("s")).toHaveLength(2);
});

it("a reader sees a beginning of the journal at any time", async () => {
  const { folder, store } = open();
  const { ledger, flush } = await openSession(store, "s");
  const reader = createFileJournalStore({ folder });
  let isOver = false;
  const reading = (async () => {
    const seen: (readonly JournalEntry[])[] = [];
    while (!isOver) seen.push(await reader.load("s"));
    return seen;
  })();
  for (let index = 0; index < 30; index++) {
    ledger.output({ tool: "bash", text: "x".repeat(20_000) });
    await flush();
  }
  isOver = true;
  const all = ledger.toJSON();
  for (const entries of await reading) expect(entries).toEqual(all.slice(0, entries.length));
});

it("keeps what was confirmed, wherever its writer is killed: 20 times", () => killWriter(20), 180_000);

it.skipIf(!canMount)("a full disk is the flush's Error, and all is written once there is space", async () => {
  const folder = tinyDisk();
  const store = createFileJournalStore({ folder });
  const filler = join(folder, "filler");
  const { ledger, flush } = await openSession(store, "s");
  ledger.output({ tool: "bash", text: "before" });
  await flush();
  const kept = readFileSync(join(folder, "s.jsonl"), "utf8");
  writeFileSync(filler, "x".repeat(45_000));
  for (let index = 0; index < 5; index++) ledger.output({ tool: "bash", text: `${index}`.repeat(5_000) });
  await expect(flush()).rejects.toMatchObject({ code: "ENOSPC" });
  expect(readFileSync(join(folder, "s.jsonl"), "utf8")).toBe(kept);
  expect(ledger.output({ tool: "bash", text: "still at work" }).text).toContain("still at work");
  await expect(flush()).rejects.toMatchObject({ code: "ENOSPC" });
  rmSync(filler);
  await flush();
  expect(await store.load("s")).toEqual(ledger.toJSON());
  expect(readdirSync(folder)).toEqual(["s.jsonl"]);
});

it.skipIf(process.platform === "win32")("a folder that may not be written is the flush's Error", async () => {
  const { folder } = open();
  giveToBoundUser(folder);
  const worker = startBoundWorker();
  chmodSync(folder, 0o555);
  const { failed } = await worker.ask("step", { folder, session: "s" });
  expect(failed).toMatch(/^EACCES: permission denied/);
  chmodSync(folder, 0o755);
  expect(readdirSync(folder)).toEqual([]);
  expect(await worker.ask("step", { folder, session: "s" })).toEqual({ answer: 1 });
});

it("a folder in the file's place, and a file in the folder's, are the flush's Error, and the ledger goes on", async () => {
  const { folder, file, store } = open();
  const { ledger, flush } = await openSession(store, "s");
  mkdirSync(file);
  ledger.output({ tool: "bash", text: "one" });
  await expect(flush()).rejects.toMatchObject({ code: "not-a-file" });
  ledger.output({ tool: "bash", text: "two" });
  rmSync(file, { recursive: true });
  await flush();
  expect(await store.load("s")).toEqual(ledger.toJSON());

  const nowhere = createFileJournalStore({ folder: file });
  await expect(nowhere.append("s", 0, ledger.toJSON())).rejects.toMatchObject({ code: "ENOTDIR" });
  expect(readdirSync(folder)).toEqual(["s.jsonl"]);
});

const server = createServer();

it.skipIf(process.platform === "win32").each<[string, (file: string) => unknown]>([
  ["a pipe", (file) => execFileSync("mkfifo", [file])],
  ["a socket", (file) => once(server.listen(file).unref(), "listening")],
  ["a device", (file) => symlinkSync("/dev/zero", file)],
])("%s in the file's place is an Error that names it", async (_, make) => {
  const { file, store } = open();
  await make(file);
  const refusal = { code: "not-a-file", message: expect.stringMatching(/(s.jsonl|zero) is not a file$/) };
  await expect(store.load("s")).rejects.toMatchObject(refusal);
  await expect(store.append("s", 0, await someEntries(1))).rejects.toMatchObject(refusal);
});

it("a line that cannot be read in the place of an entry that others follow is an Error that names it", async () => {
  const { file, store } = open();
  await store.append("s", 0, await someEntries(4));
  const lines = readFileSync(file, "utf8").split("\n");
  lines[2] = "\0".repeat(lines[2]?.length ?? 0);
  writeFileSync(file, lines.join("\n"));
  await expect(store.load("s")).rejects.toThrow("journal entry 2 is damaged");
  await expect(openSession(store, "s")).rejects.toThrow("journal entry 2 is damaged");
});
