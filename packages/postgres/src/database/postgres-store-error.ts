/**
 * What went wrong:
 * - `unreachable`: no connection could be made;
 * - `connection-lost`: it broke before the answer came;
 * - `too-many-connections`: the server, or the pool in its time, had none free;
 * - `read-only`: the server takes no changes, as a standby does;
 * - `timeout`: a statement, or waiting for a lock, took longer than is allowed;
 * - `conflict`: others were faster, several times;
 * - `wrong-schema`: the tables are missing, or are another version's;
 * - `not-allowed`: the role or its password is refused, or the role may not do this;
 * - `out-of-space`: the server has no disk or memory left;
 * - `failed`: anything else; `cause` says what.
 */
export type PostgresStoreErrorCode =
  | "unreachable"
  | "connection-lost"
  | "too-many-connections"
  | "read-only"
  | "timeout"
  | "conflict"
  | "wrong-schema"
  | "not-allowed"
  | "out-of-space"
  | "failed";

const REASONS: Readonly<Record<PostgresStoreErrorCode, string>> = {
  unreachable: "no connection to the server could be made",
  "connection-lost": "the connection was lost before the answer came",
  "too-many-connections": "no connection is free",
  "read-only": "the server takes no changes",
  timeout: "it took longer than is allowed",
  conflict: "others were faster",
  "wrong-schema": "the tables are missing or of another version: run migrate, or check, which says more",
  "not-allowed": "the role is refused",
  "out-of-space": "the server has no space left",
  failed: "the server refused it",
};

/** What a {@link PostgresStoreError} is made of. */
export interface FailureDetails {
  readonly code: PostgresStoreErrorCode;
  /** The server's or the operating system's own code, such as `57P01` or `ECONNREFUSED`. */
  readonly detail?: string | undefined;
  /** Instead of the reason that the code has. */
  readonly reason?: string | undefined;
  readonly mayBeWritten?: boolean | undefined;
  readonly cause?: unknown;
}

/** What was to be done: `memory target "user"`, `written`. */
export interface Deed {
  readonly what: string;
  readonly done: "read" | "written" | "deleted" | "made" | "checked";
}

const messageOf = ({ what, done }: Deed, { code, detail, reason, mayBeWritten }: FailureDetails): string => {
  const words = `${reason ?? REASONS[code]}${detail === undefined ? "" : ` (${detail})`}`;
  return mayBeWritten ? `${what} may be ${done} or not: ${words}` : `${what} cannot be ${done}: ${words}`;
};

/**
 * A memory, a journal or the tables, which could not be read or written. Nothing was written, unless `mayBeWritten` is
 * true: then no answer came, and only a look tells. The message names what it was about, and no address, role or
 * password, since a model may come to read it; `cause` is the error of `pg`.
 *
 * @example
 * // PostgresStoreError: memory target "user" cannot be written: the server takes no changes (25006)
 */
export class PostgresStoreError extends Error {
  override readonly name = "PostgresStoreError";
  readonly code: PostgresStoreErrorCode;
  /** Whether it may have been written all the same. */
  readonly mayBeWritten: boolean;

  /** @internal */
  constructor(deed: Deed, details: FailureDetails) {
    super(messageOf(deed, details), { cause: details.cause });
    this.code = details.code;
    this.mayBeWritten = details.mayBeWritten ?? false;
  }
}
