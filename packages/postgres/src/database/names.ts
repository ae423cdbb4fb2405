import { checkFunction, checkObject, checkText, describe } from "@lembas/arguments";
import type { PostgresPool } from "./pool.js";

/** The schema that the tables are in where none is named. */
const DEFAULT_SCHEMA = "lembas";

/** PostgreSQL cuts longer names off without a word. */
const SCHEMA_BYTES = 63;

/** So that a key fits into a page of an index, whatever the alphabet. */
const SCOPE_CHARACTERS = 200;

/** @throws {TypeError} it is not a text that PostgreSQL keeps as it is */
const checkKept = (text: string, name: string): void => {
  if (text === "") throw new TypeError(`${name} must not be empty`);
  if (text.includes("\0") || !text.isWellFormed()) {
    throw new TypeError(`${name} must hold no NUL and no lone surrogate; got ${describe(text)}`);
  }
};

/**
 * Throws unless the value is a scope: a text of 1 to 200 characters, without NUL and lone surrogates, so that two
 * scopes are never taken for one.
 *
 * @throws {TypeError} it is not
 */
export function checkScope(scope: unknown): asserts scope is string {
  checkText(scope, "scope");
  checkKept(scope, "scope");
  if (scope.length > SCOPE_CHARACTERS) {
    throw new TypeError(
      `scope must have at most ${SCOPE_CHARACTERS} characters; got ${scope.length}: ${describe(scope)}`,
    );
  }
}

/** A schema: its name, and the name as statements have it. */
export interface Schema {
  readonly name: string;
  readonly quoted: string;
}

/**
 * The schema of a name.
 *
 * @throws {TypeError} it is not a name of 1 to 63 bytes without NUL and lone surrogates
 */
export const readSchema = (name: unknown = DEFAULT_SCHEMA): Schema => {
  checkText(name, "schema");
  checkKept(name, "schema");
  if (new TextEncoder().encode(name).length > SCHEMA_BYTES) {
    throw new TypeError(`schema must have at most ${SCHEMA_BYTES} bytes; got ${describe(name)}`);
  }
  return { name, quoted: `"${name.replaceAll('"', '""')}"` };
};

/** @throws {TypeError} it lacks a function of a pool */
export function checkPool(pool: unknown): asserts pool is PostgresPool {
  checkObject(pool, "pool", "new pg.Pool()");
  checkFunction("connect" in pool ? pool.connect : undefined, "pool.connect");
  checkFunction("on" in pool ? pool.on : undefined, "pool.on");
}
