import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it, vi } from "vitest";
import { LOCK_LEASE, readText, replaceFile, withLock } from "../index.js";
import { contend } from "../testing/contend.js";
import { startWorker } from "../testing/start-worker.js";
import { nameHolder } from "./holder.js";
import { LockFolder } from "./lock-folder.js";

/** The longest that many processes may take on a busy machine, in milliseconds. */
const SLOW = 180_000;

it("lets one holder in at a time, in the order of asking", async () => {
  const path = join(scratchFolder(), "file");
  const steps: string[] = [];
  const visit = (name: string) =>
    withLock(path, async () => {
      steps.push(`${name} in`);
      await sleep(2);
      steps.push(`${name} out`);
    });
  await Promise.all(["a", "b", "c"].map(visit));
  expect(steps).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
});

it("ends with the action, whatever comes of it, and leaves nothing behind", async () => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  expect(await withLock(path, () => 7)).toBe(7);
  await expect(withLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await withLock(path, () => readdirSync(folder))).toEqual(["file.lembas-lock"]);
  expect(readdirSync(folder)).toEqual([]);
});

it("waits for so long and no longer", async () => {
  const path = join(scratchFolder(), "file");
  const other = startWorker();
  await other.ask("hold", { path });
  const start = performance.now();
  await expect(withLock(path, () => 1, { wait: 200 })).rejects.toMatchObject({ code: "busy" });
  expect(performance.now() - start).toBeGreaterThan(199);
  expect(performance.now() - start).toBeLessThan(2_000);
  await withLock(`${path}2`, () =>
    expect(withLock(`${path}2`, () => 1, { wait: 50 })).rejects.toMatchObject({ code: "busy" }),
  );
  await expect(withLock(path, () => 1, { wait: -1 })).rejects.toThrow(RangeError);
});

it("takes over at once from a holder whose process has ended", async () => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  const other = startWorker();
  await other.ask("hold", { path });
  await other.kill();
  expect(readdirSync(folder)).toEqual(["file.lembas-lock"]);
  expect(await withLock(path, () => 1, { wait: 500 })).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

it("M7: what no holder put into the lock's folder keeps nobody out, and stays", async () => {
  const path = join(scratchFolder(), "file");
  const lock = `${path}.lembas-lock`;
  mkdirSync(lock);
  for (const name of [".DS_Store", "notes.tmp"]) writeFileSync(join(lock, name), "precious");
  expect(await withLock(path, () => readdirSync(lock).length, { wait: 500 })).toBe(3);
  await replaceFile(path, "new", { wait: 500 });
  expect(readdirSync(lock)).toEqual([".DS_Store", "notes.tmp"]);
});

it("M7: one of many in a folder that others use too is in at a time", async () => {
  const path = join(scratchFolder(), "file");
  mkdirSync(`${path}.lembas-lock`);
  writeFileSync(join(`${path}.lembas-lock`, ".DS_Store"), "");
  writeFileSync(path, "");
  const workers = Array.from({ length: 4 }, () => startWorker());
  const lines = (who: number) => Array.from({ length: 5 }, (_, change) => `line ${who} ${change}`);
  await Promise.all(workers.map((worker, who) => worker.ask("add", { path, lines: lines(who) })));
  const expected = workers.flatMap((_, who) => lines(who));
  expect((await readText(path))?.trim().split("\n").sort()).toEqual(expected.sort());
});

it("M7: a lock of another program's is nobody's business, and what has the name of ours is named", async () => {
  const path = join(scratchFolder(), "file");
  writeFileSync(`${path}.lock`, "");
  await replaceFile(path, "new", { wait: 100 });
  writeFileSync(`${path}.lembas-lock`, "");
  await expect(replaceFile(path, "newer", { wait: 100 })).rejects.toMatchObject({
    code: "blocked",
    inTheWay: "file.lembas-lock",
    message: expect.stringContaining("file.lembas-lock is in the way"),
  });
  expect(await readText(path)).toBe("new");
});

it.each([
  ["leads nowhere", "nowhere"],
  ["leads to itself", "file.lembas-lock"],
  ["leads to a folder", "folder"],
  ["leads to a file", "plain"],
])("M7: a link with the lock's name that %s is in the way, and stays", async (_what, to) => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  mkdirSync(join(folder, "folder"));
  writeFileSync(join(folder, "plain"), "");
  symlinkSync(to, `${path}.lembas-lock`);
  const before = readdirSync(folder, { recursive: true });
  await expect(replaceFile(path, "new", { wait: 100 })).rejects.toMatchObject({
    code: "blocked",
    inTheWay: "file.lembas-lock",
  });
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
});

it.skipIf(process.platform === "win32")(
  "S1: a holder that slept right before it removed the file removes nothing that another wrote",
  async () => {
    const folder = scratchFolder();
    const path = join(folder, "file");
    writeFileSync(path, "old");
    const slow = startWorker();
    const removed = slow.ask("remove", { path });
    await vi.waitFor(() => {
      const [name = ""] = readdirSync(`${path}.lembas-lock`).filter((entry) => entry.endsWith(".gone"));
      expect(name).not.toBe("");
    }, 5_000);
    await withLock(path, (file) => file.replace("acknowledged"));
    slow.child.kill("SIGCONT");
    expect(await removed).toEqual({ failed: "lost" });
    expect(await readText(path)).toBe("acknowledged");
    expect(readdirSync(folder)).toEqual(["file"]);
  },
);

it("two who find the lock free at once: one has it, the other waits", async () => {
  const path = join(scratchFolder(), "file");
  const folder = new LockFolder(path);
  const [one, two] = [nameHolder(), nameHolder()];
  expect(folder.claim(one)).toBe(true);
  // The other has seen the folder empty, and comes with its token only now.
  expect(folder.enter(two)).toBe(false);
  expect(readdirSync(`${path}.lembas-lock`)).toEqual([one]);
  folder.release(one);
  // Both come before either has looked.
  mkdirSync(`${path}.lembas-lock`);
  writeFileSync(folder.tokenOf(one), "");
  expect(folder.enter(two)).toBe(false);
  expect(folder.isHeldBy(one)).toBe(true);
  expect(folder.isHeldBy(two)).toBe(false);
});

it.concurrent("is not taken from a holder that is busy for longer than the lease", async () => {
  const path = join(scratchFolder(), "file");
  const other = startWorker();
  await other.ask("hold", { path, text: "theirs" });
  await expect(withLock(path, () => 1, { wait: LOCK_LEASE + 2_000 })).rejects.toMatchObject({ code: "busy" });
  expect(await other.ask("go on", {})).toEqual({ answer: "ok" });
  expect(await readText(path)).toBe("theirs");
});

it.concurrent("takes over from a silent holder after the lease, and that one can publish nothing when it wakes", async () => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  const other = startWorker();
  await other.ask("hold", { path, text: "theirs" });
  other.child.kill("SIGSTOP");
  const start = performance.now();
  await withLock(path, (file) => file.replace("ours"));
  expect(performance.now() - start).toBeGreaterThan(LOCK_LEASE - 100);
  other.child.kill("SIGCONT");
  expect(await other.ask("go on", {})).toEqual({ failed: "lost" });
  expect(await readText(path)).toBe("ours");
  expect(readdirSync(folder)).toEqual(["file"]);
});

it.concurrent("takes over after the lease from a holder on another machine, and from what NFS left of one", async () => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  const held = join(folder, "file.lembas-lock");
  mkdirSync(held, { recursive: true });
  writeFileSync(join(held, `0123456789ab-${process.pid}-0123456789abcdef`), "");
  writeFileSync(join(held, ".nfs0001"), "");
  await expect(withLock(path, () => 1, { wait: 100 })).rejects.toMatchObject({ code: "busy" });
  expect(await withLock(path, () => 1)).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

it("removes what somebody left that was killed while it tried to get the lock", async () => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  const lock = join(folder, "file.lembas-lock");
  mkdirSync(lock);
  expect(await withLock(path, () => 1, { wait: 500 })).toBe(1);

  const dead = startWorker();
  await dead.ask("hold", { path });
  const [name = ""] = readdirSync(lock);
  await dead.kill();
  writeFileSync(join(lock, `${name}.tmp`), "unfinished");
  rmSync(join(lock, name));
  expect(await withLock(path, () => 1, { wait: 500 })).toBe(1);
  expect(readdirSync(folder)).toEqual([]);

  // Two in one folder: its maker was so slow that somebody took the empty folder for left behind.
  await withLock(path, () => writeFileSync(join(lock, name), ""));
  expect(await withLock(path, () => 1, { wait: 500 })).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

it("loses no change of eight processes, beginning with a dead holder's lock", () => contend(1), SLOW);
