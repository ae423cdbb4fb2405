import { parseArgs } from "node:util";

/** What is to be done on the server. */
export interface Work {
  readonly kind: "migrate" | "check" | "prune";
  readonly schema: string | undefined;
  /** Of prune: what is deleted. */
  readonly scope?: string | undefined;
  readonly historyDays?: number | undefined;
  readonly sessionDays?: number | undefined;
}

/** What the command is asked to do. */
export type Request = { readonly kind: "help" } | { readonly kind: "version" } | Work;

/** @throws {Error} it is not a number of days */
const readDays = (given: string | undefined, name: string): number | undefined => {
  if (given === undefined) return undefined;
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw new Error(`${name} must be a whole number of days; got ${given}`);
};

/**
 * Reads the command's arguments.
 *
 * @throws {Error} they are wrong; the message says which
 */
export const readArguments = (args: readonly string[]): Request => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      schema: { type: "string" },
      scope: { type: "string" },
      history: { type: "string" },
      sessions: { type: "string" },
      help: { type: "boolean", short: "h" },
      version: { type: "boolean" },
    },
  });
  if (values.help || values.version) return { kind: values.help ? "help" : "version" };
  const [kind, ...more] = positionals;
  if (kind !== "migrate" && kind !== "check" && kind !== "prune") {
    throw new Error(`what to do must be migrate, check or prune; got ${kind ?? "nothing"}`);
  }
  if (more.length > 0) throw new Error(`${kind} takes no more words; got ${more.join(" ")}`);
  const { schema, scope, history, sessions } = values;
  if (kind !== "prune") {
    const odd = Object.entries({ scope, history, sessions }).find(([, value]) => value !== undefined);
    if (odd) throw new Error(`--${odd[0]} is for prune; ${kind} does not take it`);
    return { kind, schema };
  }
  if (history === undefined && sessions === undefined) {
    throw new Error("prune deletes nothing without --history DAYS or --sessions DAYS");
  }
  const historyDays = readDays(history, "--history");
  return { kind, schema, scope, historyDays, sessionDays: readDays(sessions, "--sessions") };
};
