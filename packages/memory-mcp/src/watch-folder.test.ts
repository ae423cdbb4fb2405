import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchFolder } from "./watch-folder.js";

let parent = "";
let folder = "";
let stop = (): void => {};
let changes = 0;
const onError = vi.fn();

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "memory-mcp-"));
  folder = join(parent, "memory");
  changes = 0;
  onError.mockClear();
});

afterEach(async () => {
  stop();
  expect(onError).not.toHaveBeenCalled();
  await rm(parent, { recursive: true });
});

const start = (): void => {
  stop = watchFolder(folder, () => changes++, onError);
};

/** Does something, and waits until a change is told of after it. */
const seen = async (action: () => Promise<unknown>): Promise<void> => {
  const before = changes;
  await action();
  await vi.waitFor(() => expect(changes).toBeGreaterThan(before), 5_000);
};

const write = (name: string) => seen(() => writeFile(join(folder, name), "x"));

it("tells of a change, and of those after it", async () => {
  await mkdir(folder);
  start();
  await write("a");
  await write("b");
});

it("tells of what happens in a folder that was removed and made again", async () => {
  await mkdir(folder);
  start();
  for (let round = 0; round < 3; round++) {
    await seen(() => rm(folder, { recursive: true }));
    await seen(() => mkdir(folder));
    await write("a");
  }
  await rm(folder, { recursive: true });
  await seen(() => mkdir(folder));
  await write("b");
});

it("tells of what happens in a folder that took the place of the one that was there", async () => {
  await mkdir(folder);
  start();
  const other = join(parent, "other");
  await mkdir(other);
  await seen(async () => {
    await rename(folder, join(parent, "old"));
    await rename(other, folder);
  });
  await write("a");
});

it("tells of what happens in a folder behind a link, and in one that comes later", async () => {
  await symlink(join(parent, "later"), folder);
  start();
  await seen(() => mkdir(join(parent, "later")));
  await write("a");
});
