import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { canMount, giveToBoundUser, scratchFolder, tinyDisk } from "@lembas/build/testing";
import { describe, expect, it } from "vitest";
import { appendLines, readText, replaceFile, withLock } from "./index.js";
import { kill } from "./testing/kill.js";
import { startBoundWorker, startWorker } from "./testing/start-worker.js";

const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === "win32";

it("makes a new file for its owner alone, and leaves nothing beside it", async () => {
  const folder = scratchFolder();
  await replaceFile(join(folder, "file"), "new\n");
  expect(readdirSync(folder)).toEqual(["file"]);
  expect(readFileSync(join(folder, "file"), "utf8")).toBe("new\n");
  if (!isWindows) expect(statSync(join(folder, "file")).mode & 0o7777).toBe(0o600);
});

it.skipIf(isWindows)("keeps the mode", async () => {
  const path = join(scratchFolder(), "file");
  writeFileSync(path, "old");
  chmodSync(path, 0o664);
  await replaceFile(path, "new");
  expect(statSync(path).mode & 0o7777).toBe(0o664);
});

it.skipIf(!isRoot)("keeps the owner and the group", async () => {
  const path = join(scratchFolder(), "file");
  writeFileSync(path, "old");
  chownSync(path, 65_534, 65_533);
  await replaceFile(path, "new");
  expect(statSync(path)).toMatchObject({ uid: 65_534, gid: 65_533 });
});

describe.skipIf(!isRoot)("M6: a file of another owner's", () => {
  const BOUND = 65_534;

  /** A file with an owner, a group and a mode, in a folder where everybody may make files; who writes is `BOUND`. */
  const open = (uid: number, gid: number, mode: number) => {
    const folder = scratchFolder();
    const path = join(folder, "file");
    chmodSync(folder, 0o777);
    writeFileSync(path, "old");
    chownSync(path, uid, gid);
    chmodSync(path, mode);
    return { folder, path };
  };

  it.each<[string, number, number, number, object]>([
    ["that everybody may read", 10_000, 10_000, 0o666, { uid: BOUND, gid: BOUND, mode: 0o100666 }],
    ["of a group that the writer is in", 10_000, BOUND, 0o660, { uid: BOUND, gid: BOUND, mode: 0o100660 }],
    ["of root, who reads everything", 0, BOUND, 0o620, { uid: BOUND, gid: BOUND, mode: 0o100620 }],
    ["of a group that cannot be kept", BOUND, 10_000, 0o640, { uid: BOUND, gid: BOUND, mode: 0o100600 }],
    ["that its owner may not write", 10_000, BOUND, 0o464, { uid: BOUND, gid: BOUND, mode: 0o100664 }],
    ["that runs as its owner", 10_000, BOUND, 0o6775, { uid: BOUND, gid: BOUND, mode: 0o100775 }],
  ])("%s is written, keeping what can be kept", async (_, uid, gid, mode, expected) => {
    const { folder, path } = open(uid, gid, mode);
    expect(await startBoundWorker().ask("replace", { path, text: "new" })).toEqual({ answer: "ok" });
    expect(statSync(path)).toMatchObject(expected);
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("is refused where its owner could not read it afterwards", async () => {
    const { folder, path } = open(10_000, 10_000, 0o622);
    expect(await startBoundWorker().ask("replace", { path, text: "new" })).toEqual({ failed: "owner" });
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(statSync(path)).toMatchObject({ uid: 10_000, mode: 0o100622 });
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("new files that root makes are their folder's owner's, for that owner alone", async () => {
    const folder = scratchFolder();
    chownSync(folder, 10_000, 10_001);
    await replaceFile(join(folder, "file"), "new");
    await appendLines(join(folder, "log"), ["new"]);
    for (const name of ["file", "log"]) {
      expect(statSync(join(folder, name))).toMatchObject({ uid: 10_000, gid: 10_001, mode: 0o100600 });
    }
  });

  it("a lock that root left is taken over by the folder's owner", async () => {
    const folder = scratchFolder();
    const path = join(folder, "file");
    giveToBoundUser(folder);
    const root = startWorker();
    await root.ask("hold", { path });
    await root.kill();
    expect(await startBoundWorker().ask("replace", { path, text: "new" })).toEqual({ answer: "ok" });
    expect(readdirSync(folder)).toEqual(["file"]);
  });
});

describe.skipIf(isWindows)("M5: a disk that fails once the file is published", () => {
  it.each(["replace", "append"])("%s: it was written, perhaps not flushed, and says so", async (what) => {
    const folder = scratchFolder();
    const path = join(folder, "file");
    const fault = { path, what, name: "fsync", ending: folder, code: "EIO" };
    expect(await startWorker().ask("fault", fault)).toEqual({ failed: "unflushed" });
    expect(readFileSync(path, "utf8")).toBe("new\n");
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("a folder that its user may enter and write, but not read, is written", async () => {
    const folder = scratchFolder();
    const path = join(folder, "file");
    giveToBoundUser(folder);
    chmodSync(folder, 0o300);
    expect(await startBoundWorker().ask("replace", { path, text: "new" })).toEqual({ failed: "unflushed" });
    chmodSync(folder, 0o700);
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("before it is published, nothing is changed, and the disk's own error comes out", async () => {
    const folder = scratchFolder();
    const path = join(folder, "file");
    writeFileSync(path, "old");
    const fault = { path, what: "replace", name: "fsync", ending: ".tmp", code: "EIO" };
    expect(await startWorker().ask("fault", fault)).toEqual({ failed: "EIO" });
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("a lock that cannot be given back is no error of what was done, and is had again after the lease", async () => {
    const folder = scratchFolder();
    const path = join(folder, "file");
    const fault = { path, what: "replace", name: "rmdirSync", ending: ".lembas-lock", code: "EIO" };
    expect(await startWorker().ask("fault", fault)).toEqual({ answer: "ok" });
    expect(readFileSync(path, "utf8")).toBe("new\n");
    await replaceFile(path, "newer");
    expect(readdirSync(folder)).toEqual(["file"]);
  });
});

it("replaces only the file that it had read: another in its place counts as changed", async () => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  writeFileSync(path, "old");
  const { ino } = statSync(path);
  const change = withLock(path, async (file) => {
    const before = await file.read();
    // As an editor saves: a new file takes the name, with other bytes of the same number.
    writeFileSync(join(folder, "saved"), "odl");
    renameSync(join(folder, "saved"), path);
    await file.replace("new", { before });
  });
  await expect(change).rejects.toMatchObject({ code: "changed" });
  expect(readFileSync(path, "utf8")).toBe("odl");
  expect(statSync(path).ino).not.toBe(ino);
});

it("follows a symbolic link, which stays one", async () => {
  const folder = scratchFolder();
  mkdirSync(join(folder, "real"));
  writeFileSync(join(folder, "real", "file"), "old");
  symlinkSync(join("real", "file"), join(folder, "link"));
  await replaceFile(join(folder, "link"), "new");
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, "real", "file"), "utf8")).toBe("new");
  expect(readdirSync(folder).sort()).toEqual(["link", "real"]);
  expect(readdirSync(join(folder, "real"))).toEqual(["file"]);
});

it("makes the file that a dangling link leads to", async () => {
  const folder = scratchFolder();
  symlinkSync("middle", join(folder, "link"));
  symlinkSync("missing", join(folder, "middle"));
  expect(await readText(join(folder, "link"))).toBe(undefined);
  await replaceFile(join(folder, "link"), "new");
  expect(readlinkSync(join(folder, "link"))).toBe("middle");
  expect(readFileSync(join(folder, "missing"), "utf8")).toBe("new");
});

it("refuses links that lead in a circle, or into a folder that is missing", async () => {
  const folder = scratchFolder();
  symlinkSync("b", join(folder, "a"));
  symlinkSync("a", join(folder, "b"));
  symlinkSync(join("nowhere", "file"), join(folder, "c"));
  await expect(replaceFile(join(folder, "a"), "new")).rejects.toMatchObject({ code: "ELOOP" });
  await expect(readText(join(folder, "a"))).rejects.toMatchObject({ code: "ELOOP" });
  await expect(replaceFile(join(folder, "c"), "new")).rejects.toMatchObject({ code: "ENOENT" });
  expect(readdirSync(folder).sort()).toEqual(["a", "b", "c"]);
});

it("shares one lock between a link and its file", async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, "file"), "");
  symlinkSync("file", join(folder, "link"));
  await withLock(join(folder, "file"), () =>
    expect(replaceFile(join(folder, "link"), "new", { wait: 50 })).rejects.toMatchObject({ code: "busy" }),
  );
});

it("leaves the old text to the file's other names", async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, "file"), "old");
  linkSync(join(folder, "file"), join(folder, "other"));
  await replaceFile(join(folder, "file"), "new");
  expect(readFileSync(join(folder, "file"), "utf8")).toBe("new");
  expect(readFileSync(join(folder, "other"), "utf8")).toBe("old");
});

it("refuses a folder in the file's place", async () => {
  const folder = scratchFolder();
  mkdirSync(join(folder, "file"));
  await expect(replaceFile(join(folder, "file"), "new")).rejects.toMatchObject({ code: "not-a-file" });
  expect(readdirSync(folder)).toEqual(["file"]);
});

it.skipIf(isWindows)("refuses a file that may not be written, in a folder that may", async () => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  writeFileSync(path, "old");
  chmodSync(path, 0o444);
  giveToBoundUser(path, folder);
  expect(await startBoundWorker().ask("replace", { path, text: "new" })).toEqual({ failed: "EACCES" });
  expect(readFileSync(path, "utf8")).toBe("old");
});

it.skipIf(isWindows)("refuses a folder that may not be written", async () => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  writeFileSync(path, "old");
  giveToBoundUser(path, folder);
  chmodSync(folder, 0o555);
  expect(await startBoundWorker().ask("replace", { path, text: "new" })).toEqual({ failed: "EACCES" });
  chmodSync(folder, 0o755);
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["file"]);
});

it("replaces only what the caller had read", async () => {
  const path = join(scratchFolder(), "file");
  await replaceFile(path, "\uFEFFone\r\n", { before: undefined });
  await expect(replaceFile(path, "two", { before: undefined })).rejects.toMatchObject({ code: "changed" });
  await expect(replaceFile(path, "two", { before: "one\r\n" })).rejects.toMatchObject({ code: "changed" });
  await replaceFile(path, "two", { before: await readText(path) });
  expect(await readText(path)).toBe("two");
});

it("writes and reads 5 MB", async () => {
  const path = join(scratchFolder(), "file");
  const text = "Prefers tea, čaj, 🍵.\n".repeat(200_000);
  await replaceFile(path, text);
  expect(await readText(path)).toBe(text);
});

it("can publish nothing once the lock is taken over, even with the text already written", async () => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  writeFileSync(path, "old");
  await withLock(path, async (file) => {
    const change = file.replace("new");
    rmSync(join(folder, "file.lembas-lock"), { recursive: true });
    await expect(change).rejects.toMatchObject({ code: "lost" });
    await expect(file.replace("new")).rejects.toMatchObject({ code: "lost" });
    await expect(file.append(["new"])).rejects.toMatchObject({ code: "lost" });
  });
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["file"]);
});

it("leaves the old or the new file, whole, wherever its writer is killed: 20 times", () => kill(20), 180_000);

it.skipIf(!canMount)(
  "refuses 100 KB on a disk of 64 KiB, with the old file whole and no remains",
  async () => {
    const disk = tinyDisk();
    const path = join(disk, "file");
    await replaceFile(path, "old\n");
    await expect(replaceFile(path, "x".repeat(100_000))).rejects.toMatchObject({ code: "ENOSPC" });
    expect(readdirSync(disk)).toEqual(["file"]);
    expect(readFileSync(path, "utf8")).toBe("old\n");
    await replaceFile(path, "new\n");
    expect(readFileSync(path, "utf8")).toBe("new\n");
  },
);
