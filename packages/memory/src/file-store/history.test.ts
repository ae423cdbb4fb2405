import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { createMemory } from "../create-memory.js";
import { startCrashes } from "../testing/file-store-worker.js";
import { createFileStore } from "./file-store.js";

const open = () => {
  const folder = scratchFolder();
  return { folder, log: join(folder, ".history.jsonl"), store: createFileStore({ folder, history: true }) };
};

const put =
  (...entries: string[]) =>
  () => ({ entries, ops: [{ action: "put" }], reason: "told so", value: null });

it("keeps each change: when, which target, the operations, what was removed and added, why", async () => {
  const { log, store } = open();
  await store.update("User", put("a", "b", "c"));
  await store.update("user", put("a", "x", "y", "c"));
  await store.update("user", put("a", "x", "y", "c"));
  const lines = readFileSync(log, "utf8").trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { target: "user", at: 0, removed: [], added: ["a", "b", "c"], reason: "told so" },
    { target: "user", at: 1, removed: ["b"], added: ["x", "y"], ops: [{ action: "put" }] },
  ]);
  expect(Date.parse(JSON.parse(lines[0] ?? "").time)).toBeGreaterThan(Date.now() - 60_000);
});

it("takes changes back, the last first, each target's own", async () => {
  const { store } = open();
  await store.update("user", put("a"));
  await store.update("user", put("a", "b"));
  await store.update("memory", put("m"));
  expect(await store.undo("user")).toMatchObject({ added: ["b"] });
  expect((await store.read("user")).entries).toEqual(["a"]);
  expect(await store.undo("USER")).toMatchObject({ added: ["a"] });
  expect((await store.read("user")).entries).toEqual([]);
  expect(await store.undo("user")).toBe(undefined);
  expect((await store.read("memory")).entries).toEqual(["m"]);
});

it("takes back changes that led in a circle, and goes on after new ones", async () => {
  const { store } = open();
  const entries = async () => (await store.read("user")).entries.join();
  for (const entry of ["a", "b", "a"]) await store.update("user", put(entry));
  await store.undo("user");
  expect(await entries()).toBe("b");
  await store.update("user", put("c"));
  const seen = [];
  while (await store.undo("user")) seen.push(await entries());
  expect(seen).toEqual(["b", "a", ""]);
});

it("takes nothing back once the entries are others", async () => {
  const { folder, store } = open();
  await store.update("user", put("a"));
  writeFileSync(join(folder, "USER.md"), "edited\n");
  expect(await store.undo("user")).toBe(undefined);
  expect((await store.read("user")).entries).toEqual(["edited"]);
});

it("M4: a crash of undo at a call of the file system leaves entries that undo leads back from", async () => {
  // Another third of the calls in each run: its number is in the name of what fails.
  const first = 1 + Math.floor(Math.random() * 3);
  const { answer } = await startCrashes().ask("crashUndo", { every: 3, first });
  expect(answer, `every third call, from call ${first} on`).toEqual({
    places: expect.any(Number),
    wrong: [],
  });
  expect(Object(answer).places).toBeGreaterThan(5);
}, 180_000);

it("goes on across an edit by hand that was taken back by hand, and not across one that stays", async () => {
  const { folder, store } = open();
  const file = join(folder, "USER.md");
  await store.update("user", put("a"));
  await store.update("user", put("a", "b"));
  writeFileSync(file, "a\n§\nb\n§\nby hand\n");
  expect(await store.undo("user")).toBe(undefined);
  // A change after the edit can be taken back; the edit stays, and what was before it is out of reach.
  await store.update("user", put("a", "b", "by hand", "c"));
  expect(await store.undo("user")).toMatchObject({ added: ["c"] });
  expect(readFileSync(file, "utf8")).toBe("a\n§\nb\n§\nby hand\n");
  expect(await store.undo("user")).toBe(undefined);
  writeFileSync(file, "\ufeffa\r\n§\r\nb");
  expect(await store.undo("user")).toMatchObject({ added: ["b"] });
  expect((await store.read("user")).entries).toEqual(["a"]);
});

it("passes over a change that a crash prevented, and lines that are none", async () => {
  const { log, store } = open();
  await store.update("user", put("a"));
  const real = readFileSync(log);
  await store.update("user", put("a", "never"));
  await store.undo("user");
  const crashed = readFileSync(log, "utf8").split("\n").slice(0, 2).join("\n");
  writeFileSync(
    log,
    Buffer.concat([Buffer.from(`${crashed}\nmine\n{}\nnull\n`), real.subarray(0, 9), Buffer.of(0xc4)]),
  );
  expect(await store.undo("user")).toMatchObject({ added: ["a"] });
  expect((await store.read("user")).entries).toEqual([]);
});

it("is deleted by purge, for all targets", async () => {
  const { folder, store } = open();
  await store.purge();
  await store.update("user", put("a"));
  await store.purge();
  expect(readdirSync(folder)).toEqual(["USER.md"]);
  expect(await store.undo("user")).toBe(undefined);
});

it("of a folder that is missing has nothing to take back, and makes nothing", async () => {
  const folder = join(scratchFolder(), "memory");
  const store = createFileStore({ folder, history: true });
  expect(await store.undo("user")).toBe(undefined);
  await store.purge();
  expect(existsSync(folder)).toBe(false);
});

it("is off unless asked for", async () => {
  const { folder } = open();
  const store = createFileStore({ folder });
  await store.update("user", put("a"));
  expect(readdirSync(folder)).toEqual(["USER.md"]);
  await expect(store.undo("user")).rejects.toThrow("make it with history: true");
  await expect(store.purge()).rejects.toThrow("make it with history: true");
});

it("keeps a change whose operations are nested more deeply than can be written", async () => {
  const { store } = open();
  const content = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  const memory = createMemory({ store });
  expect(
    (await memory.call({ target: "user", action: "add", content, new_text: "Prefers tea." })).text,
  ).toMatch(/^Entry added\./);
  expect(await store.undo("user")).toMatchObject({ added: ["Prefers tea."], ops: [] });
  expect((await store.read("user")).entries).toEqual([]);
});

it.skipIf(process.platform === "win32")(
  "says so where it cannot be told whether the folder is there",
  async () => {
    const { folder } = open();
    symlinkSync("loop", join(folder, "loop"));
    const store = createFileStore({ folder: join(folder, "loop"), history: true });
    const reason = "too many symbolic links encountered (ELOOP)";
    await expect(store.undo("user")).rejects.toThrow(`memory target "user" cannot be written: ${reason}`);
    await expect(store.purge()).rejects.toThrow(`the memory's history cannot be deleted: ${reason}`);
  },
);
