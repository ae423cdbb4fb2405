import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { afterAll, describe, expect, it } from "vitest";
import { appendLines, makeFolder, readBytes, readText, replaceFile, withLock } from "./index.js";

const server = createServer();
afterAll(() => server.close());

/** What may stand in a file's place and is none; each would hold up who opens it, or take what is written. */
const makers: [string, (path: string) => unknown][] = [
  ["a folder", (path) => mkdirSync(path)],
  ["a pipe", (path) => execFileSync("mkfifo", [path])],
  ["a link to a pipe", (path) => execFileSync("mkfifo", [`${path}2`]) && symlinkSync(`${path}2`, path)],
  ["a socket", (path) => once(server.close().listen(path), "listening")],
  ["a device", (path) => symlinkSync("/dev/zero", path)],
];

describe.skipIf(process.platform === "win32")("what is not a plain file", () => {
  it.each(makers)("%s in its place is refused, by name, and stays", async (_, make) => {
    const folder = scratchFolder();
    const path = join(folder, "odd");
    await make(path);
    const names = readdirSync(folder);
    const calls = [
      () => readText(path),
      () => readBytes(path),
      () => replaceFile(path, "a"),
      () => replaceFile(path, "a", { before: undefined }),
      () => appendLines(path, ["a"]),
      () => withLock(path, (file) => file.read()),
      () => withLock(path, (file) => file.remove()),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        code: "not-a-file",
        message: expect.stringMatching(/(odd2?|zero) is not a file$/),
      });
    }
    expect(readdirSync(folder)).toEqual(names);
    expect(lstatSync("/dev/zero").isCharacterDevice()).toBe(true);
  });

  it.each(makers.slice(1, 2))("%s in a folder's or a lock's place is refused", async (_, make) => {
    const folder = scratchFolder();
    await make(join(folder, "odd"));
    await expect(makeFolder(join(folder, "odd"))).rejects.toMatchObject({ code: "EEXIST" });
    await expect(replaceFile(join(folder, "odd", "file"), "a")).rejects.toMatchObject({ code: "ENOTDIR" });
    await make(join(folder, "file.lembas-lock"));
    await expect(replaceFile(join(folder, "file"), "a")).rejects.toMatchObject({
      code: "blocked",
      message: expect.stringContaining("file.lembas-lock"),
    });
  });

  it("is refused where it came after the lock was had", async () => {
    const path = join(scratchFolder(), "file");
    writeFileSync(path, "old");
    const change = withLock(path, async (file) => {
      const before = await file.read();
      execFileSync("sh", ["-c", 'rm "$0" && mkfifo "$0"', path]);
      await file.replace("new", { before });
    });
    await expect(change).rejects.toMatchObject({ code: "not-a-file" });
  });
});

it("removes a file, and leaves what is missing", async () => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  writeFileSync(path, "old");
  await withLock(path, (file) => file.remove());
  await withLock(path, (file) => file.remove());
  expect(readdirSync(folder)).toEqual([]);
});
