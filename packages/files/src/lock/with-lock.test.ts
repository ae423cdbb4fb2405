import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { LOCK_LEASE, readText, withLock } from "../index.js";
import { contend } from "../testing/contend.js";
import { startWorker } from "../testing/start-worker.js";

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
  expect(await withLock(path, () => readdirSync(folder))).toEqual(["file.lock"]);
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
  expect(readdirSync(folder)).toEqual(["file.lock"]);
  expect(await withLock(path, () => 1, { wait: 500 })).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

it.concurrent("leaves alone what no holder put into its folder, however long that is silent", async () => {
  const path = join(scratchFolder(), "file");
  mkdirSync(`${path}.lock`);
  for (const name of ["notes.txt", "notes.tmp"]) writeFileSync(join(`${path}.lock`, name), "precious");
  await expect(withLock(path, () => 1, { wait: LOCK_LEASE + 2_000 })).rejects.toThrow(
    "no holder made what is in",
  );
  expect(readdirSync(`${path}.lock`)).toEqual(["notes.tmp", "notes.txt"]);
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
  const held = join(folder, "file.lock");
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
  const lock = join(folder, "file.lock");
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

it(
  "loses no change of eight processes, with a dead holder's lock in each of 2 rounds",
  () => contend(2),
  SLOW,
);
