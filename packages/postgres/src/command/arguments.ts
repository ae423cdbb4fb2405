import { parseArgs } from "node:util";

/** What is to be done on the server. */
export interface Work {
  readonly kind: "migrate" | "check";
  readonly schema: string | undefined;
}

/** What the command is asked to do. */
export type Request = { readonly kind: "help" } | { readonly kind: "version" } | Work;

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
      help: { type: "boolean", short: "h" },
      version: { type: "boolean" },
    },
  });
  if (values.help || values.version) return { kind: values.help ? "help" : "version" };
  const [kind, ...more] = positionals;
  if (kind !== "migrate" && kind !== "check") {
    throw new Error(`what to do must be migrate or check; got ${kind ?? "nothing"}`);
  }
  if (more.length > 0) throw new Error(`${kind} takes no more words; got ${more.join(" ")}`);
  return { kind, schema: values.schema };
};
