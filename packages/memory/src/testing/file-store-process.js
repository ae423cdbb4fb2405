// A process of its own for the tests: changes a memory with the built package, as its parent says.
import { answerCommands } from "@lembas/build/answer-commands";
import { createMemory } from "../../dist/index.js";
import { createFileStore } from "../../dist/node.js";

const LIMIT = 1_000_000;
const targets = { user: { label: "The user profile", limit: LIMIT } };

/** Adds facts, each with a call of its own, and tells which were answered with ok. */
const add = async ({ folder, facts }) => {
  const memory = createMemory({ store: createFileStore({ folder }), targets });
  const added = [];
  for (const content of facts) {
    const { ok } = await memory.call({ target: "user", action: "add", content });
    if (ok) added.push(content);
  }
  return added;
};

/** Is in the middle of a change for ever: the store's lock is held, nothing is written. */
const hang = async ({ folder }) => {
  await createFileStore({ folder }).update("user", () => {
    process.send({ held: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
    return { refused: true, value: null };
  });
};

/** Changes the target until it is killed: as many equal letters as the target has characters. */
const rewrite = async ({ folder, history, length }) => {
  const store = createFileStore({ folder, history });
  process.send({ held: true });
  for (let turn = 0; ; turn++) {
    const entry = "abcdefghij".charAt(turn % 10).repeat(length);
    await store.update("user", () => ({ entries: [entry, entry], ops: [], value: null }), {
      operationId: `call ${turn}`,
    });
  }
};

const read = async ({ folder }) => (await createFileStore({ folder }).read("user")).entries;

const write = ({ folder }) =>
  createFileStore({ folder }).update("user", () => ({ entries: ["x"], ops: [], value: "written" }));

answerCommands({ add, hang, rewrite, read, write });
