// A process of its own for the tests: what becomes of a memory whose process ends at each call of the file system.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerCommands } from "@lembas/build/answer-commands";
import { crashAt, endHolders, failCalls, heal, skipFlushes, untilCrash } from "@lembas/build/fault-fs";
import { createMemory } from "../../dist/index.js";
import { createFileStore } from "../../dist/node.js";

const CALLS = {
  add: { target: "user", action: "add", content: "Lives in Oslo." },
  replace: { target: "user", action: "replace", old_text: "tea", content: "Prefers mate." },
  remove: { target: "user", action: "remove", old_text: "tea" },
  list: {
    target: "user",
    operations: [
      { action: "remove", old_text: "tea" },
      { action: "add", content: "Lives in Oslo." },
    ],
  },
};

/** What each call leaves of the entries. */
const AFTER = {
  add: ["Prefers tea.", "Works in Rust.", "Lives in Oslo."],
  replace: ["Prefers mate.", "Works in Rust."],
  remove: ["Works in Rust."],
  list: ["Works in Rust.", "Lives in Oslo."],
};
const BEFORE = ["Prefers tea.", "Works in Rust."];

const open = (folder) => {
  const store = createFileStore({ folder, history: true });
  return { store, memory: createMemory({ store }), entries: async () => (await store.read("user")).entries };
};

const put = (entries) => () => ({ entries, ops: [], value: null });

/** What another process does between the crash and the retry, given whether the change was published. */
const OTHERS = {
  nothing: async () => {},
  "takes it back": async ({ store }, isPublished) => {
    if (isPublished) await store.update("user", put(BEFORE));
  },
  "takes it back with an id": async ({ store }, isPublished) => {
    if (isPublished) await store.update("user", put(BEFORE), { operationId: "another" });
  },
  "undoes it": async ({ store }, isPublished) => {
    if (isPublished) await store.undo("user");
  },
  "adds an entry": async ({ memory }) => {
    await memory.call({ target: "user", action: "add", content: "Plays go." });
  },
  "adds an entry by hand": async (_, __, folder) => {
    const file = join(folder, "USER.md");
    writeFileSync(file, `${readFileSync(file, "utf8")}§\nPlays go.\n`);
  },
};

/** What is to be there after the retry. */
const expected = (call, other, isPublished) => {
  const isBack = isPublished && ["takes it back", "takes it back with an id", "undoes it"].includes(other);
  const entries = isBack ? BEFORE : AFTER[call];
  return other.startsWith("adds") ? [...entries, "Plays go."].sort() : [...entries].sort();
};

const inFolder = async (action) => {
  const folder = mkdtempSync(join(tmpdir(), "lembas-crash-"));
  try {
    return await action(folder);
  } finally {
    heal();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Crashes one call at its n-th place; undefined where it has no such place, else what was found wrong. */
const crashOnce = (call, other, n) =>
  inFolder(async (folder) => {
    const wrong = [];
    const first = open(folder);
    await first.store.update("user", put(BEFORE), { operationId: "first" });
    const hasCrashed = crashAt(n);
    await untilCrash(() => first.memory.call(CALLS[call], { operationId: "call_1" }));
    const crashed = hasCrashed();
    heal();
    endHolders(folder);
    if (!crashed) return undefined;

    const again = open(folder);
    const found = [...(await again.entries())].join();
    const isPublished = found === AFTER[call].join();
    if (!isPublished && found !== BEFORE.join()) wrong.push(`half a change: ${found}`);
    await OTHERS[other](again, isPublished, folder);
    const answers = [];
    for (let time = 0; time < 2; time++) {
      answers.push(await open(folder).memory.call(CALLS[call], { operationId: "call_1" }));
    }
    if (!answers[0].ok) wrong.push(`refused: ${answers[0].text}`);
    if (answers[1].text !== answers[0].text)
      wrong.push(`two answers: ${answers[0].text}, ${answers[1].text}`);
    const entries = [...(await again.entries())].sort();
    const right = expected(call, other, isPublished);
    if (entries.join() !== right.join()) wrong.push(`entries ${entries.join()}, not ${right.join()}`);
    if (readdirSync(folder).includes("USER.md.lembas-lock")) wrong.push("its lock is left behind");
    return wrong.map((text) => `${call}, another ${other}, place ${n}: ${text}`);
  });

/**
 * Crashes each call at each place, or at one of so many, with each thing that another process may do before the retry.
 * Each pair of a call and another's doing begins five places further on than the one before, the first one at `first`.
 */
const crash = async ({ every, first }) => {
  skipFlushes();
  let places = 0;
  let begin = first - 1;
  const wrong = [];
  for (const call of Object.keys(CALLS)) {
    for (const other of Object.keys(OTHERS)) {
      for (let n = 1 + (begin % every); ; n += every) {
        const found = await crashOnce(call, other, n);
        if (found === undefined) break;
        places++;
        wrong.push(...found);
      }
      begin += 5;
    }
  }
  return { places, wrong };
};

/**
 * Crashes an undo at each place, or at one of so many from the `first` on: what is there is whole, and further undos
 * lead to where it all began.
 */
const crashUndo = async ({ every, first }) => {
  skipFlushes();
  const wrong = [];
  let places = 0;
  for (let n = first; ; n += every) {
    const isOver = await inFolder(async (folder) => {
      const { store } = open(folder);
      for (const entries of [["a"], ["a", "b"], ["c"]]) await store.update("user", put(entries));
      const hasCrashed = crashAt(n);
      await untilCrash(() => store.undo("user"));
      const crashed = hasCrashed();
      heal();
      endHolders(folder);
      if (!crashed) return true;
      const again = open(folder);
      const now = (await again.entries()).join();
      if (!["c", "a,b"].includes(now)) wrong.push(`place ${n}: ${now}`);
      const steps = [];
      for (let step = 0; step < 5 && (await again.store.undo("user")); step++) {
        steps.push((await again.entries()).join());
      }
      if (!"a,b|a|".endsWith(steps.join("|"))) wrong.push(`place ${n}: undone to ${steps.join("|")}`);
      return false;
    });
    if (isOver) return { places, wrong };
    places++;
  }
};

/** Fails each call of one name with an error of the disk, and tells what came out and what is there. */
const fault = ({ name, ending, code }) =>
  inFolder(async (folder) => {
    const { store, memory } = open(folder);
    await store.update("user", put(BEFORE));
    failCalls(name, ending === "folder" ? folder : ending, code);
    const result = await untilCrash(() => memory.call(CALLS.add, { operationId: "call_1" }));
    heal();
    const { answer, error } = result;
    const entries = (await store.read("user")).entries;
    const retry = await memory.call(CALLS.add, { operationId: "call_1" });
    return { text: answer?.text ?? error.message, code: error?.code, entries, retry: retry.text };
  });

answerCommands({ crash, crashUndo, fault });
