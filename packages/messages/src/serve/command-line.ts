import { once } from "node:events";
import { parseArgs } from "node:util";
import { checkListOf } from "@lembas/arguments";
import manifest from "../../package.json" with { type: "json" };
import { isOff } from "../is-off.js";
import { type PassedOnReason, type ServeCounts, type Served, serve } from "./serve.js";

const COMMAND = "lembas-messages";

const USAGE = `Usage: ${COMMAND} serve --to ORIGIN [--port PORT]

Stands between an agent and its provider, on 127.0.0.1: tool results in what the agent sends are
composed, and everything is passed on. Give the agent the address that is printed. Ctrl-C ends it.

  --to ORIGIN    the provider, such as https://api.anthropic.com or https://api.openai.com
  --port PORT    the port on 127.0.0.1: 7411 unless given
  -h, --help     shows this
  --version      shows the version

With LEMBAS_OFF=1 in its environment it passes everything on as it is.
`;

const REASONS: Readonly<Record<PassedOnReason, string>> = {
  compressed: "with a compressed body",
  "too-large": "with a body above 64 MB",
  "unreadable-body": "with a body that cannot be read",
  "server-state": "of which the server holds or changes a part",
  failed: "in which composing failed",
  off: "with LEMBAS_OFF=1",
};

/** Arguments that are not as the usage has them. */
class UsageError extends Error {}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const log = (message: string): void => {
  process.stderr.write(`${COMMAND}: ${message}\n`);
};

const readArguments = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: "string" },
        port: { type: "string" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
};

const readPort = (port: string | undefined): { port?: number } => {
  if (port === undefined) return {};
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port must be a number up to 65535; got ${port}`);
  }
  return { port: Number(port) };
};

/** What came, in a sentence. */
const tell = ({ composed, passedOn, others }: ServeCounts): string => {
  const parts = Object.entries(REASONS).flatMap(([reason, words]) => {
    const count = passedOn[reason as PassedOnReason];
    return count === 0 ? [] : [`${count} ${words}`];
  });
  const asTheyWere = parts.length === 0 ? "0" : parts.join(", ");
  return `conversations composed: ${composed}; passed on as they were: ${asTheyWere}; other requests: ${others}`;
};

/** Starts to serve; says each reason for passing something on once. */
const start = async (to: string, port: { port?: number }): Promise<Served> => {
  const said = new Set<PassedOnReason>();
  const onPassedOn = (reason: PassedOnReason): void => {
    if (said.has(reason)) return;
    said.add(reason);
    log(`a conversation ${REASONS[reason]} was passed on as it was; more of them are counted, and not told`);
  };
  try {
    return await serve({ to, ...port, onPassedOn });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`--${error.message}`);
    throw error;
  }
};

const run = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = readArguments(args);
  if (values.help || values.version) {
    process.stdout.write(values.help ? USAGE : `${manifest.version}\n`);
    return;
  }
  if (positionals.length !== 1 || positionals[0] !== "serve") {
    throw new UsageError(`the command is serve; got ${positionals.join(" ") || "none"}`);
  }
  if (values.to === undefined) throw new UsageError("--to ORIGIN is missing: the provider");
  const served = await start(values.to, readPort(values.port));
  const stop = new AbortController();
  const { signal } = stop;
  const told = Promise.race([once(process, "SIGINT", { signal }), once(process, "SIGTERM", { signal })]);
  log(
    `${served.address} passes on to ${new URL(values.to).origin}${isOff() ? ", as it is: LEMBAS_OFF=1" : ""}`,
  );
  await told;
  stop.abort();
  await served.close();
  log(tell(served.counts()));
};

/**
 * Runs the command `lembas-messages`: serves until it is told to end by SIGINT (Ctrl-C) or SIGTERM, and then tells how
 * many conversations it composed and how many it passed on as they were.
 *
 * @param args what stands after the command
 * @throws {TypeError} `args` is not a list of strings
 * @returns the exit code: 0 when it was told to end, 1 where the port cannot be had, 2 where the arguments are wrong
 * @example process.exitCode = await runCommandLine(["serve", "--to", "https://api.anthropic.com"]);
 */
export const runCommandLine = async (args: readonly string[]): Promise<number> => {
  checkListOf(args, "args", "string");
  // Nobody hears what is said where standard error is closed, and that ends nothing.
  process.stderr.on("error", () => {});
  try {
    await run(args);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    log(`${messageOf(error)}${isUsage ? `\n\n${USAGE}` : ""}`);
    return isUsage ? 2 : 1;
  }
};
