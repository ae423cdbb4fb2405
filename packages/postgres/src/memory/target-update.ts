import { REMEMBERED_OPERATION_IDS, UPDATE_ATTEMPTS, updateConflict } from "@lembas/memory/store";
import type { Database, Query } from "../database/database.js";
import { Failure, isPassing } from "../database/failure.js";
import { fromBytes, toBytes } from "../json-bytes.js";
import { memoryStatements, type UpdateRow } from "./memory-statements.js";

/** The statements of a schema, for the stores' contract. */
export const statementsOf = (schema: string) => memoryStatements(schema, REMEMBERED_OPERATION_IDS);

type Statements = ReturnType<typeof statementsOf>;

/** What an update finds. */
export interface Found {
  readonly entries: readonly string[];
  readonly revision: string;
}

/** What an update is to write. */
export interface Written<Value> {
  readonly entries: readonly string[];
  /** What the history keeps; null where the entries stay, and only the operation's id is used up. */
  readonly change: Uint8Array | null;
  /** The version of the change that this one takes back. */
  readonly undoes?: string;
  /** What the update gives back. */
  readonly value: Value;
}

/** What becomes of what an update finds: something to write, or what ends it. It may be asked several times. */
export type Decide<Value> = (found: Found, query: Query) => Promise<Written<Value> | (() => Value)>;

/** What is asked of an update. */
export interface UpdateRequest<Value> {
  readonly decide: Decide<Value>;
  readonly operationId?: string | undefined;
  /** Whether it takes a lock from the first attempt on: where what it decides by is read by several statements. */
  readonly isLocked?: boolean;
}

/** Updates that were in vain before one takes a lock, so that it waits its turn. */
const ATTEMPTS_WITHOUT_LOCK = 2;

/**
 * One update of one target: a compare-and-swap of its version, made once or not at all. Where a connection breaks
 * before the answer came, what is there tells whether it was made: the change has an id of its own.
 */
export class TargetUpdate<Value> {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #target: string;
  readonly #key: readonly [scope: string, target: string];
  /** As JSON, so that no two are one. */
  readonly #operation: Uint8Array | null;
  readonly #decide: Decide<Value>;
  readonly #attemptsWithoutLock: number;
  readonly #id = crypto.randomUUID();
  /** The last write that was sent: on which version, and what it gives back. */
  #sent: { readonly version: string; readonly value: Value } | undefined;
  /** Whether what was sent may have been made, or may yet be. */
  #isInDoubt = false;

  constructor(
    database: Database,
    statements: Statements,
    key: readonly [scope: string, target: string],
    { decide, operationId, isLocked = false }: UpdateRequest<Value>,
  ) {
    this.#database = database;
    this.#statements = statements;
    this.#key = key;
    this.#target = key[1];
    this.#operation = operationId === undefined ? null : toBytes(operationId);
    this.#decide = decide;
    this.#attemptsWithoutLock = isLocked ? 0 : ATTEMPTS_WITHOUT_LOCK;
  }

  /**
   * @throws {Failure} the server's; it says whether the update may have been made
   * @throws {Error} others came between, at each attempt
   */
  async run(): Promise<Value> {
    let failure: Failure | undefined;
    for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt++) {
      try {
        const end = await (attempt <= this.#attemptsWithoutLock
          ? this.#attempt(this.#database.read, this.#database.write)
          : this.#attemptLocked());
        if (end) return end();
        failure = undefined;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        this.#isInDoubt ||= error.details.mayBeWritten ?? false;
        failure = new Failure({ ...error.details, mayBeWritten: this.#isInDoubt }, error.isBroken);
        if (!isPassing(error)) throw failure;
      }
    }
    if (this.#isInDoubt) failure ??= new Failure({ code: "conflict", mayBeWritten: true }, false);
    throw failure ?? updateConflict(this.#target);
  }

  #attemptLocked(): Promise<(() => Value) | undefined> {
    return this.#database.transaction(async (query) => {
      // By a statement of its own: what is read in one that waits may be older than what it waited for.
      await query(this.#statements.lock, this.#key);
      return this.#attempt(query, query);
    });
  }

  /** Gives what ends the update; undefined where another came between. */
  async #attempt(read: Query, write: Query): Promise<(() => Value) | undefined> {
    const sent = this.#isInDoubt ? this.#sent : undefined;
    const [found] = await read<UpdateRow>(this.#statements.readForUpdate, [
      ...this.#key,
      this.#operation,
      sent ? increment(sent.version) : null,
      sent ? this.#id : null,
    ]);
    if (found === undefined) throw new Error("a statement that gives one row gave none");
    const { version, answer } = found;
    if (sent && found.is_made) return () => sent.value;
    if (answer) return () => fromBytes<{ value: Value }>(answer).value;
    // What was sent on another version can never be made any more.
    if (sent?.version !== version) this.#isInDoubt = false;

    const entries: readonly string[] = Object.freeze(fromBytes<string[]>(found.entries));
    const decided = await this.#decide({ entries, revision: found.revision }, read);
    if (typeof decided === "function") return decided;
    const { value, change } = decided;
    const values = [
      ...this.#key,
      version,
      toBytes(decided.entries),
      decided.undoes ?? null,
      change && this.#id,
      found.revision,
      change,
      this.#operation,
      this.#operation && toBytes({ value }),
    ];
    this.#sent = { version, value };
    const rows = await write(version === "0" ? this.#statements.insert : this.#statements.update, values);
    return rows.length === 0 ? undefined : () => value;
  }
}

const increment = (version: string): string => String(BigInt(version) + 1n);
