import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { canMount, giveToBoundUser, scratchFolder, tinyDisk } from "@lembas/build/testing";
import { describe, expect, it } from "vitest";
import { createMemory } from "../create-memory.js";
import { REMEMBERED_OPERATION_IDS, UPDATE_ATTEMPTS } from "../store/check-update.js";
import type { MemoryChange } from "../store/memory-store.js";
import { contend } from "../testing/contend.js";
import { startBoundWorker, startCrashes, startWorker } from "../testing/file-store-worker.js";
import { kill } from "../testing/kill.js";
import { createFileStore } from "./file-store.js";

/** The longest that many processes may take on a busy machine, in milliseconds. */
const SLOW = 180_000;

const isWindows = process.platform === "win32";

const append =
  (...added: string[]): MemoryChange<number> =>
  (entries) => ({ entries: [...entries, ...added], ops: [], value: entries.length + added.length });

/** A store in an empty folder, with the given text in USER.md. */
const open = (text?: string | Uint8Array) => {
  const folder = scratchFolder();
  const file = join(folder, "USER.md");
  if (text !== undefined) writeFileSync(file, text);
  return { folder, file, store: createFileStore({ folder }) };
};

describe("a store in files", () => {
  it("reads nothing where nothing was written, and makes nothing for it", async () => {
    const folder = join(scratchFolder(), "memory");
    expect((await createFileStore({ folder }).read("user")).entries).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  it("makes its folder and files for their owner alone", async () => {
    const folder = join(scratchFolder(), "agent", "memory");
    const store = createFileStore({ folder });
    expect(await store.update("user", append("Prefers tea.", "Works in Rust."))).toBe(2);
    await store.update("Project-1_x", append("a"));
    expect(readFileSync(join(folder, "USER.md"), "utf8")).toBe("Prefers tea.\n§\nWorks in Rust.\n");
    expect(readdirSync(folder).sort()).toEqual(["PROJECT-1_X.md", "USER.md"]);
    const modes = [join(folder, ".."), folder, join(folder, "USER.md")].map(
      (path) => statSync(path).mode & 0o777,
    );
    if (!isWindows) expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  it("refuses names that are no word, and a folder that is not a path", async () => {
    const { folder, store } = open();
    for (const target of ["", ".", "..", "../../user", "a/b", "a\\b", "user.md", "ž", "a\0"]) {
      await expect(store.read(target)).rejects.toThrow("a target's name must be letters, digits");
      await expect(store.update(target, append("a"))).rejects.toThrow(
        "a target's name must be letters, digits",
      );
    }
    expect(readdirSync(folder)).toEqual([]);
    expect(() => createFileStore({ folder: "" })).toThrow(TypeError);
  });

  it("writes nothing for a refusal, an exception, or entries that are the same", async () => {
    const { folder, file, store } = open("\uFEFFa\r\n");
    const { revision } = await store.read("user");
    expect(await store.update("user", () => ({ refused: true, value: "no" }))).toBe("no");
    expect(await store.update("user", (entries) => ({ entries, ops: [], value: "same" }))).toBe("same");
    const mine = Object.assign(new Error("mine"), { code: "ENOSPC" });
    const failing = store.update("user", () => {
      throw mine;
    });
    await expect(failing).rejects.toBe(mine);
    await expect(store.update("user", append("b\r\nc"))).rejects.toThrow(TypeError);
    expect(readFileSync(file, "utf8")).toBe("\uFEFFa\r\n");
    expect((await store.read("user")).revision).toBe(revision);
    expect(readdirSync(folder)).toEqual(["USER.md"]);
  });

  it("gives frozen entries", async () => {
    const { store } = open("a");
    expect(Object.isFrozen((await store.read("user")).entries)).toBe(true);
    await store.update("user", (entries) => {
      expect(Object.isFrozen(entries)).toBe(true);
      return { refused: true, value: null };
    });
  });

  it("loses no update of many at once", async () => {
    const { store } = open();
    const again = createFileStore({ folder: open().folder });
    await Promise.all(Array.from({ length: 30 }, (_, index) => store.update("user", append(`${index}`))));
    expect((await store.read("user")).entries).toHaveLength(30);
    expect((await again.read("user")).entries).toEqual([]);
  });

  it("loses no change of eight processes, beginning with a dead holder's lock", () => contend(1), SLOW);

  it("leaves the old or the new entries, wherever its writer is killed: 20 times", () => kill(20), SLOW);
});

describe("real files", () => {
  it("takes what an outside program added at the end", async () => {
    const { file, store } = open("a\n§\nb");
    appendFileSync(file, "\n§\nc\n");
    expect((await store.read("user")).entries).toEqual(["a", "b", "c"]);
    await store.update("user", append("d"));
    appendFileSync(file, "more of d\n§\ne\n");
    await store.update("user", append("f"));
    expect(readFileSync(file, "utf8")).toBe("a\n§\nb\n§\nc\n§\nd\nmore of d\n§\ne\n§\nf\n");
  });

  it("keeps its file text with one form of newline", async () => {
    const { file, store } = open("\uFEFFa\r\n§\r\nb\r\n");
    await store.update("user", append("c"));
    expect(readFileSync(file, "utf8")).toBe("a\n§\nb\n§\nc\n");
  });

  it("refuses invalid UTF-8, and leaves it", async () => {
    const bytes = Buffer.from("Lives in Tren\xe8\xedn.\n", "latin1");
    const { folder, file, store } = open(bytes);
    await expect(store.read("user")).rejects.toThrow(
      'memory target "user" cannot be read: its file is not UTF-8 text',
    );
    await expect(store.update("user", append("a"))).rejects.toMatchObject({
      name: "FileStoreError",
      code: "not-utf-8",
      message: 'memory target "user" cannot be written: its file is not UTF-8 text',
    });
    expect(readFileSync(file)).toEqual(bytes);
    expect(readdirSync(folder)).toEqual(["USER.md"]);
  });

  it("follows a symbolic link, which stays one; a dangling one too", async () => {
    const { folder, file, store } = open();
    const real = join(scratchFolder(), "notes.md");
    symlinkSync(real, file);
    expect((await store.read("user")).entries).toEqual([]);
    await store.update("user", append("a"));
    await store.update("user", append("b"));
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toBe("a\n§\nb\n");
    expect(readdirSync(folder)).toEqual(["USER.md"]);
    expect(readdirSync(join(real, ".."))).toEqual(["notes.md"]);
  });

  it("refuses a link that leads in a circle", async () => {
    const { file, store } = open();
    symlinkSync("USER.md", file);
    await expect(store.read("user")).rejects.toMatchObject({ code: "ELOOP" });
    await expect(store.update("user", append("a"))).rejects.toMatchObject({ code: "ELOOP" });
  });

  it("leaves the old entries to the file's other names", async () => {
    const { folder, file, store } = open("a\n");
    linkSync(file, join(folder, "other.md"));
    await store.update("user", append("b"));
    expect(readFileSync(file, "utf8")).toBe("a\n§\nb\n");
    expect(readFileSync(join(folder, "other.md"), "utf8")).toBe("a\n");
  });

  it("refuses a folder in the file's place, and a file in the folder's", async () => {
    const { folder, file, store } = open();
    mkdirSync(file);
    const words = "there is something else in the place of its file";
    await expect(store.read("user")).rejects.toThrow(`memory target "user" cannot be read: ${words}`);
    await expect(store.update("user", append("a"))).rejects.toThrow(words);
    writeFileSync(join(folder, "file"), "");
    const inFile = createFileStore({ folder: join(folder, "file") });
    await expect(inFile.update("user", append("a"))).rejects.toThrow(
      'memory target "user" cannot be written: not a directory (ENOTDIR)',
    );
  });

  it.skipIf(isWindows)("says so where it may not read, or not write", async () => {
    const { folder, file } = open("old\n");
    const worker = startBoundWorker();
    giveToBoundUser(folder, file);
    chmodSync(file, 0o200);
    const cannot = (what: string) => ({
      failed: `memory target "user" cannot be ${what}: permission denied (EACCES)`,
    });
    expect(await worker.ask("read", { folder })).toEqual(cannot("read"));
    expect(await worker.ask("write", { folder })).toEqual(cannot("written"));
    chmodSync(file, 0o444);
    expect(await worker.ask("write", { folder })).toEqual(cannot("written"));
    chmodSync(file, 0o600);
    chmodSync(folder, 0o555);
    expect(await worker.ask("read", { folder })).toEqual({ answer: ["old"] });
    expect(await worker.ask("write", { folder })).toEqual(cannot("written"));
    chmodSync(folder, 0o755);
    expect(readFileSync(file, "utf8")).toBe("old\n");
    expect(await worker.ask("write", { folder })).toEqual({ answer: "written" });
    expect(readdirSync(folder)).toEqual(["USER.md"]);
  });

  it("shrinks a file over its limit, and refuses what makes it grow", async () => {
    const { file, store } = open("a long fact about tea\n§\nanother one\n");
    const memory = createMemory({ store, targets: { user: { label: "The user profile", limit: 20 } } });
    expect((await memory.call({ target: "user", action: "add", content: "more" })).text).toMatch(
      /^Refused: /,
    );
    expect((await memory.call({ target: "user", action: "remove", old_text: "another" })).text).toMatch(
      /^Entry removed\./,
    );
    expect(readFileSync(file, "utf8")).toBe("a long fact about tea\n");
  });

  it("runs a change again on what an editor saved between reading and writing", async () => {
    const { file, store } = open("a\n");
    let runs = 0;
    await store.update("user", (entries) => {
      if (runs++ < 2) writeFileSync(file, `edited ${runs}\n`);
      return append("mine")(entries);
    });
    expect((await store.read("user")).entries).toEqual(["edited 2", "mine"]);

    runs = 0;
    const endless = store.update("user", (entries) => {
      writeFileSync(file, `edited ${runs++}\n`);
      return append("never")(entries);
    });
    await expect(endless).rejects.toThrow(
      `"user" was changed by others during each of ${UPDATE_ATTEMPTS} attempts`,
    );
    expect(runs).toBe(UPDATE_ATTEMPTS);
    expect(readFileSync(file, "utf8")).toBe("edited 9\n");
  });

  it("takes over the lock of a holder that died", async () => {
    const { folder, store } = open("a\n");
    const dead = startWorker();
    await dead.ask("hang", { folder });
    await dead.kill();
    const start = performance.now();
    await store.update("user", append("b"));
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(readdirSync(folder)).toEqual(["USER.md"]);
  });

  it("reads and changes 5 MB", async () => {
    const entries = Array.from({ length: 50_000 }, (_, index) => `Fact ${index}: ${"čaj ".repeat(20)}.`);
    const { store } = open(entries.join("\n§\n"));
    expect(isDeepStrictEqual((await store.read("user")).entries, entries)).toBe(true);
    await store.update("user", append("one more"));
    expect(isDeepStrictEqual((await store.read("user")).entries, [...entries, "one more"])).toBe(true);
  });

  it.skipIf(!canMount)(
    "refuses what a disk of 64 KiB cannot hold, with the old file whole and no remains",
    async () => {
      const folder = tinyDisk();
      const store = createFileStore({ folder, history: true });
      await store.update("user", append("a"));
      const history = readFileSync(join(folder, ".history.jsonl"), "utf8");
      await expect(store.update("user", append("x".repeat(100_000)))).rejects.toThrow(
        'memory target "user" cannot be written: no space left on device (ENOSPC)',
      );
      expect(readFileSync(join(folder, "USER.md"), "utf8")).toBe("a\n");
      expect(readFileSync(join(folder, ".history.jsonl"), "utf8")).toBe(history);
      expect(readdirSync(folder).sort()).toEqual([".history.jsonl", "USER.md"]);
      const plain = createFileStore({ folder });
      await expect(plain.update("user", append("x".repeat(100_000)))).rejects.toMatchObject({
        code: "ENOSPC",
      });
      expect(readFileSync(join(folder, "USER.md"), "utf8")).toBe("a\n");
      await plain.update("user", append("b"));
      expect((await plain.read("user")).entries).toEqual(["a", "b"]);
    },
  );
});

describe.skipIf(isWindows)("a disk that fails", () => {
  const entries = ["Prefers tea.", "Works in Rust.", "Lives in Oslo."];
  const added = "Entry added. (3% — 46/1,375 chars)";

  it("M5: at the folder's flush: it was written, which the error says and a retry knows", async () => {
    const fault = { name: "fsync", ending: "folder", code: "EIO" };
    expect((await startCrashes().ask("fault", fault)).answer).toEqual({
      text: 'memory target "user" was written, but a power cut may undo it: i/o error (EIO)',
      code: "unflushed",
      entries,
      retry: added,
    });
  });

  it("M5: at the lock's release: it was written, and nothing else is said", async () => {
    const fault = { name: "rmdirSync", ending: "USER.md.lembas-lock", code: "EIO" };
    expect((await startCrashes().ask("fault", fault)).answer).toMatchObject({ text: added, entries });
  });

  it("M5: before anything is published: nothing was changed", async () => {
    const fault = { name: "renameSync", ending: ".tmp", code: "EIO" };
    expect((await startCrashes().ask("fault", fault)).answer).toMatchObject({
      text: 'memory target "user" cannot be written: i/o error (EIO)',
      code: "EIO",
      retry: added,
    });
  });
});

it("M7: what has the name of a target's lock is named", async () => {
  const { folder, store } = open("a\n");
  writeFileSync(join(folder, "USER.md.lock"), "another agent's");
  await store.update("user", append("b"));
  writeFileSync(join(folder, "USER.md.lembas-lock"), "");
  await expect(store.update("user", append("c"))).rejects.toThrow(
    'memory target "user" cannot be written: USER.md.lembas-lock is in the way, and is not a lock',
  );
  expect((await store.read("user")).entries).toEqual(["a", "b"]);
});

describe("operation ids", () => {
  it("are applied once, by whatever store of the folder", async () => {
    const { folder, store } = open();
    const again = createFileStore({ folder });
    expect(await store.update("user", append("a"), { operationId: "call_1" })).toBe(1);
    await store.update("user", append("b"));
    expect(await again.update("user", append("c"), { operationId: "call_1" })).toBe(1);
    expect((await store.read("user")).entries).toEqual(["a", "b"]);
    expect(await again.update("memory", append("c"), { operationId: "call_1" })).toBe(1);
  });

  it("are not used up by a refusal, and are by a change that changes nothing", async () => {
    const { store } = open("a\n");
    const options = { operationId: "call_1" };
    expect(await store.update("user", () => ({ refused: true, value: 0 }), options)).toBe(0);
    expect(await store.update("user", (entries) => ({ entries, ops: [], value: 1 }), options)).toBe(1);
    expect(await store.update("user", append("b"), options)).toBe(1);
    expect((await store.read("user")).entries).toEqual(["a"]);
  });

  it("of a crash right after publishing are known by what is there, right before it are not", async () => {
    const { folder, file, store } = open("a\n");
    const options = { operationId: "call_1" };
    const log = join(folder, ".USER.operations.jsonl");
    await store.update("user", append("b"), options);
    const [begun = ""] = readFileSync(log, "utf8").split("\n");
    writeFileSync(log, `${begun}\n{"id":"call_1","done":tr`);
    expect(await store.update("user", append("never"), options)).toBe(2);
    writeFileSync(log, `${begun}\n`);
    writeFileSync(file, "a\n");
    expect(await store.update("user", append("again"), options)).toBe(2);
    expect((await store.read("user")).entries).toEqual(["a", "again"]);
  });

  it(
    "M4: a crash at a call of the file system, and another process before the retry: some 50 places",
    async () => {
      // Other places in each run: where they begin is in the name of what fails. The long test has all of them.
      const first = 1 + Math.floor(Math.random() * 61);
      const { answer } = await startCrashes().ask("crash", { every: 61, first });
      expect(answer, `every 61st call, from call ${first} on`).toEqual({
        places: expect.any(Number),
        wrong: [],
      });
      expect(Object(answer).places).toBeGreaterThan(24);
    },
    SLOW,
  );

  it("are remembered, the latest of them", async () => {
    const { folder, store } = open();
    const log = join(folder, ".USER.operations.jsonl");
    const ids = Array.from({ length: 4 * REMEMBERED_OPERATION_IDS }, (_, index) => `call_${index}`);
    const linesOf = (id: string) => `{"id":"${id}","after":"","value":"${id}"}\n{"id":"${id}","done":true}\n`;
    writeFileSync(log, ids.map(linesOf).join(""));
    await store.update("user", append("a"), { operationId: "new" });
    for (const operationId of ids.slice(-REMEMBERED_OPERATION_IDS)) {
      expect(await store.update<unknown>("user", append("x"), { operationId })).toBe(operationId);
    }
    expect(await store.update("user", append("b"), { operationId: "call_0" })).toBe(2);
    expect(readFileSync(log, "utf8").split("\n")).toHaveLength(2 * (REMEMBERED_OPERATION_IDS + 2) + 1);
  });
});
