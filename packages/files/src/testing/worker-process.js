// A process of its own for the tests: does what the messages of its parent say, with the built package.
import { answerCommands } from "@lembas/build/answer-commands";
import { before, failCalls, heal } from "@lembas/build/fault-fs";
import { appendLines, FileError, makeFolder, replaceFile, withLock } from "../../dist/index.js";

/** Adds lines one at a time, each in a change of its own, and tells which were answered with ok. */
const add = async ({ path, lines }) => {
  const added = [];
  for (const line of lines) {
    try {
      await withLock(path, async (file) => {
        const before = await file.read();
        await file.replace(`${before ?? ""}${line}\n`, { before });
      });
      added.push(line);
    } catch (error) {
      if (!(error instanceof FileError && error.code === "lost")) throw error;
    }
  }
  return added;
};

/** Takes the lock and tells; then waits for the word to go on, which may never come, and replaces the file. */
const hold = ({ path, text }) =>
  withLock(path, async (file) => {
    process.send({ held: true });
    await new Promise((resolve) => process.once("message", resolve));
    await file.replace(text);
  });

/** Replaces a file until it is killed, by texts of one letter each. */
const rewrite = async ({ path, length }) => {
  process.send({ held: true });
  for (let turn = 0; ; turn++) await replaceFile(path, "abcdefghij".charAt(turn % 10).repeat(length));
};

const replace = ({ path, text }) => replaceFile(path, text);

/** Does one thing on a disk that fails at one call. */
const fault = async ({ path, name, ending, code, what }) => {
  failCalls(name, ending, code);
  try {
    await { replace: () => replaceFile(path, "new\n"), append: () => appendLines(path, ["new"]) }[what]();
  } finally {
    heal();
  }
};

/** Stops itself right before it moves the file away that it is to remove. */
const remove = async ({ path }) => {
  before("renameSync", path, () => process.kill(process.pid, "SIGSTOP"));
  await withLock(path, (file) => file.remove());
};

const folder = ({ path }) => makeFolder(path);

answerCommands(
  { add, fault, folder, hold, remove, rewrite, replace },
  (error) => error.code ?? error.message,
);
