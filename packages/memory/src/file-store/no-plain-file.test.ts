import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { afterAll, describe, expect, it } from "vitest";
import { createFileStore } from "../node.js";

const server = createServer();
afterAll(() => server.close());

const makers: [string, (path: string) => unknown][] = [
  ["a folder", (path) => mkdirSync(path)],
  ["a pipe", (path) => execFileSync("mkfifo", [path])],
  ["a socket", (path) => once(server.close().listen(path), "listening")],
  ["a device", (path) => symlinkSync("/dev/null", path)],
];

const add = (entries: readonly string[]) => ({ entries: [...entries, "a"], ops: [], value: null });
const words = "there is something else in the place of its file";

it.each([
  ["leads nowhere", "nowhere"],
  ["leads to a folder", "."],
])("M7: a link with the lock's name that %s is named, and stays", async (_what, to) => {
  const folder = scratchFolder();
  symlinkSync(to, join(folder, "USER.md.lembas-lock"));
  await expect(createFileStore({ folder }).update("user", add)).rejects.toMatchObject({
    code: "blocked",
    message: 'memory target "user" cannot be written: USER.md.lembas-lock is in the way, and is not a lock',
  });
  expect(readdirSync(folder)).toEqual(["USER.md.lembas-lock"]);
});

it.each([
  ["the folder", "link"],
  ["one above it", "link/memory"],
])("M7: a link that leads nowhere in the place of %s is told as what it is", async (_what, path) => {
  const above = scratchFolder();
  symlinkSync("nowhere", join(above, "link"));
  const store = createFileStore({ folder: join(above, path) });
  await expect(store.update("user", add)).rejects.toMatchObject({
    code: "EEXIST",
    message:
      'memory target "user" cannot be written: there is something else in the place of its folder, or of one above it (EEXIST)',
  });
  expect(readdirSync(above)).toEqual(["link"]);
});

describe.skipIf(process.platform === "win32").each(makers)("%s", (_, make) => {
  const open = async (name: string) => {
    const folder = scratchFolder();
    await make(join(folder, name));
    return { folder, store: createFileStore({ folder, history: true }) };
  };

  it("in the place of a target's file is refused", async () => {
    const { folder, store } = await open("USER.md");
    await expect(store.read("user")).rejects.toThrow(`memory target "user" cannot be read: ${words}`);
    await expect(store.update("user", add)).rejects.toThrow(
      `memory target "user" cannot be written: ${words}`,
    );
    await expect(store.undo("user")).rejects.toThrow(`memory target "user" cannot be written: ${words}`);
    expect(readdirSync(folder)).toEqual(["USER.md"]);
  });

  it("in the place of the history is refused, and stays", async () => {
    const { folder, store } = await open(".history.jsonl");
    await expect(store.update("user", add)).rejects.toThrow(
      `the history of memory target "user" cannot be written: ${words}`,
    );
    await expect(store.undo("user")).rejects.toThrow(
      `the history of memory target "user" cannot be read: ${words}`,
    );
    await expect(store.purge()).rejects.toThrow(`the memory's history cannot be deleted: ${words}`);
    expect(lstatSync(join(folder, ".history.jsonl")).isFile()).toBe(false);
    expect(readdirSync(folder)).toEqual([".history.jsonl"]);
  });

  it("in the place of the operations is refused", async () => {
    const { folder, store } = await open(".USER.operations.jsonl");
    const update = store.update("user", add, { operationId: "call_1" });
    await expect(update).rejects.toThrow(`the operations of memory target "user" cannot be read: ${words}`);
    expect(readdirSync(folder)).toEqual([".USER.operations.jsonl"]);
    await store.update("user", add);
    expect((await store.read("user")).entries).toEqual(["a"]);
  });
});
