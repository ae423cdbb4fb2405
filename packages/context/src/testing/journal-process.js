// A process of its own for the tests: goes on with a session kept in files, by the built package.

import { writeSync } from "node:fs";
import { answerCommands } from "@lembas/build/answer-commands";
import { openSession } from "../../dist/index.js";
import { createFileJournalStore } from "../../dist/node.js";

/** Adds outputs until it is killed; after each confirmed one the number of entries goes to the standard output. */
const run = async ({ folder, session }) => {
  const { ledger, flush } = await openSession(createFileJournalStore({ folder }), session);
  process.send({ held: true });
  for (;;) {
    ledger.output({ tool: "bash", text: "běží ".repeat(1 + Math.floor(Math.random() * 2_000)) });
    ledger.output({ tool: "bash", text: "done" });
    await flush();
    writeSync(1, `${ledger.toJSON().length}\n`);
  }
};

/** Adds one output, and tells how many entries there are. */
const step = async ({ folder, session }) => {
  const { ledger, flush } = await openSession(createFileJournalStore({ folder }), session);
  ledger.output({ tool: "bash", text: "one step" });
  await flush();
  return ledger.toJSON().length;
};

answerCommands({ run, step });
