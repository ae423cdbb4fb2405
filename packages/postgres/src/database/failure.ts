import { type Deed, type FailureDetails, PostgresStoreError } from "./postgres-store-error.js";

/** What went wrong below, before it is known what was to be done. */
export class Failure extends Error {
  readonly details: FailureDetails;
  /** Whether the connection is of no use any more. */
  readonly isBroken: boolean;

  constructor(details: FailureDetails, isBroken: boolean) {
    super(details.code, { cause: details.cause });
    this.details = details;
    this.isBroken = isBroken;
  }
}

/** The code of an error of `pg` or of the operating system; undefined where it has none. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The server's codes that say one thing, by their first characters; the longest that fits counts. */
const SERVER_CODES: Readonly<Record<string, FailureDetails["code"]>> = {
  "08": "connection-lost",
  "25006": "read-only",
  "25P03": "timeout",
  "25P04": "timeout",
  "28": "not-allowed",
  "3F000": "wrong-schema",
  "40001": "conflict",
  "40P01": "conflict",
  "42501": "not-allowed",
  "42703": "wrong-schema",
  "42883": "wrong-schema",
  "42P01": "wrong-schema",
  "42P10": "wrong-schema",
  "53100": "out-of-space",
  "53200": "out-of-space",
  "53300": "too-many-connections",
  "55P03": "timeout",
  "57014": "timeout",
  "57P01": "connection-lost",
  "57P02": "connection-lost",
  "57P03": "unreachable",
  "57P05": "connection-lost",
};

/** The codes after which the server closes the connection. */
const CLOSING = /^(?:08|25P0[34]|57P0[1-5])/;

const isServerCode = (code: string | undefined): code is string =>
  code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith("E");

const ofServerCode = (code: string): FailureDetails["code"] =>
  SERVER_CODES[code] ?? SERVER_CODES[code.slice(0, 2)] ?? "failed";

/** A pooler between has only words for it. */
const isFull = (message: string): boolean =>
  /no more connections|too many (?:clients|connections)|connection slots/i.test(message);

/** Why no connection was to be had. The pool's own words are compared, since it gives no code. */
export const connectFailure = (error: unknown): Failure => {
  const [detail, message] = [codeOf(error), messageOf(error)];
  if (isFull(message) || message === "timeout exceeded when trying to connect") {
    return new Failure({ code: "too-many-connections", detail, cause: error }, true);
  }
  const code = isServerCode(detail) ? ofServerCode(detail) : "unreachable";
  return new Failure({ code: code === "connection-lost" ? "unreachable" : code, detail, cause: error }, true);
};

/** Why a statement failed. One without a code of the server had no answer: `pg` gave up, or the connection is gone. */
export const statementFailure = (error: unknown): Failure => {
  const detail = codeOf(error);
  if (!isServerCode(detail)) {
    const isSlow = messageOf(error) === "Query read timeout";
    const code = isSlow ? "timeout" : "connection-lost";
    return new Failure({ code, detail, mayBeWritten: true, cause: error }, true);
  }
  const isBroken = CLOSING.test(detail);
  const mayBeWritten = isBroken || detail === "40003";
  return new Failure({ code: ofServerCode(detail), detail, mayBeWritten, cause: error }, isBroken);
};

/** The same failure of what wrote nothing, or cannot have. */
export const withoutDoubt = (failure: Failure): Failure =>
  new Failure({ ...failure.details, mayBeWritten: false }, failure.isBroken);

/** Whether the same again may succeed at once. */
export const isPassing = ({ details }: Failure): boolean =>
  details.code === "conflict" || details.code === "connection-lost";

/** Runs an action; a failure below comes out as an Error that says what was to be done. */
export const named = async <Value>(deed: Deed, action: () => Promise<Value>): Promise<Value> => {
  try {
    return await action();
  } catch (error) {
    throw error instanceof Failure ? new PostgresStoreError(deed, error.details) : error;
  }
};
