// A process of its own for the tests: uses stores of the built package, as its parent says.
import { setTimeout as pause } from "node:timers/promises";
import { answerCommands } from "@lembas/build/answer-commands";
import { openSession } from "@lembas/context";
import pg from "pg";
import { createPostgresJournalStore, createPostgresMemoryStore } from "../../dist/index.js";

/** With no listener of its own: what the pool and its connections tell must not end the process. */
const open = ({ url, schema, scope, max = 2 }) => {
  const pool = new pg.Pool({ connectionString: url, max });
  return {
    pool,
    memory: createPostgresMemoryStore({ pool, scope, schema }),
    journal: createPostgresJournalStore({ pool, scope, schema }),
  };
};

const PASSING = ["unreachable", "connection-lost", "too-many-connections"];

/** Does it again, as long as the server is away. */
const untilDone = async (action) => {
  for (let tries = 0; ; tries++) {
    try {
      return await action();
    } catch (error) {
      if (error.name !== "PostgresStoreError" || !PASSING.includes(error.code) || tries === 1_000)
        throw error;
      await pause(20);
    }
  }
};

const append = (fact) => (entries) => ({ entries: [...entries, fact], ops: [], value: fact });

/** Adds facts one after the other, each under an operation id, and again where the server was away. */
const add = async ({ facts, ...where }) => {
  const { pool, memory } = open(where);
  for (const fact of facts) {
    await untilDone(() => memory.update("user", append(fact), { operationId: fact }));
  }
  await pool.end();
  return facts;
};

/** Adds facts without operation ids, and says which came back with an Error, and whether they may be there. */
const addOnce = async ({ facts, ...where }) => {
  const { pool, memory } = open(where);
  const told = [];
  for (const fact of facts) {
    const outcome = await memory.update("user", append(fact)).then(
      () => "made",
      ({ name, mayBeWritten }) =>
        name !== "PostgresStoreError" ? "wrong" : mayBeWritten ? "unknown" : "not made",
    );
    told.push({ fact, outcome });
    if (outcome !== "made") await pause(20);
  }
  await pool.end();
  return told;
};

/** As many agents in this process, each with a fact of its own, at once. */
const addAtOnce = async ({ facts, ...where }) => {
  const { pool, memory } = open(where);
  await Promise.all(facts.map((fact) => memory.update("user", append(fact))));
  await pool.end();
  return facts;
};

/** Appends outputs to a session, each flushed, until it is killed; says each that is kept. */
const record = async ({ session, ...where }) => {
  const { journal } = open(where);
  const { ledger, flush } = await openSession(journal, session);
  process.send({ held: true });
  for (let step = 0; ; step++) {
    ledger.output({ tool: "bash", text: `step ${step}` });
    await flush();
    process.send({ kept: ledger.toJSON().length });
  }
};

/** Appends so many outputs, flushed again where the server was away. */
const recordAll = async ({ session, count, ...where }) => {
  const { pool, journal } = open(where);
  const { ledger, flush } = await untilDone(() => openSession(journal, session));
  for (let step = 0; step < count; step++) {
    ledger.output({ tool: "bash", text: `step ${step}` });
    await untilDone(flush);
  }
  await pool.end();
  return ledger.toJSON();
};

answerCommands({ add, addOnce, addAtOnce, record, recordAll });
