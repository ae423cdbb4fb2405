import { once } from "node:events";
import { checkListOf } from "@lembas/arguments";
import type { Server } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import manifest from "../package.json" with { type: "json" };
import { type HttpRequest, readArguments, type ServeRequest } from "./arguments.js";
import { serveHttp } from "./http/serve-http.js";
import { readTokens, type Tokens } from "./http/token-file.js";
import { createMemoryServer, type MemoryServerOptions } from "./memory-server.js";
import { messageOf } from "./message-of.js";
import { type OpenStores, openStores } from "./open-stores.js";
import { MOST_BYTES, WholeLines } from "./whole-lines.js";

const COMMAND = "lembas-memory-mcp";

const USAGE = `Usage: ${COMMAND} --dir DIR [--limit TARGET=CHARACTERS] [--read-only] [--history]
       ${COMMAND} --dir DIR --http [HOST:]PORT --token-file FILE [--allow-host NAME] [...]
       ${COMMAND} --scope SCOPE [...]

Serves an agent's memory over stdin and stdout to an MCP client: the files MEMORY.md and USER.md
in the folder DIR, which is made where it is missing. Messages go to stderr.

  --dir DIR          the folder; ~ is your home folder
  --scope SCOPE      in its place, a scope of the database that LEMBAS_POSTGRES_URL names
                     (needs @lembas/postgres and pg); with --http each token may name its own
  --http [HOST:]PORT serves over HTTP, on 127.0.0.1 unless given, and without TLS
  --token-file FILE  the tokens that --http asks for: one a line, with a scope behind it if any
  --allow-host NAME  a name that Host may have beside this machine's: that of a proxy in front
  --limit user=3000  how many characters a list may have: memory (2200) or user (1375)
  --read-only        the tools that change the memory are left out
  --history          keeps each change, and adds tools that show them and take the last one back
  -h, --help         shows this
  --version          shows the version
`;

/** The protocol's code for a message that is not taken. */
const INVALID_REQUEST = -32600;

/** Standard output belongs to the protocol, so that whatever is said to people goes to standard error. */
const log = (message: string): void => {
  process.stderr.write(`${COMMAND}: ${message}\n`);
};

/** Answers a message that is too long to be taken. */
const answerTooLong = (id: string | number | null): void => {
  const message = `the message is longer than ${MOST_BYTES} bytes, and was not taken`;
  log(message);
  const answer = { jsonrpc: "2.0", id, error: { code: INVALID_REQUEST, message } };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
};

/** Resolves when the client has gone: it sends nothing more, or reads nothing more. */
const clientGone = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.onclose = resolve;
    process.stdin.once("end", resolve).once("error", () => resolve());
    process.stdout.on("error", (error) => {
      log(`the client reads nothing more: ${error.message}`);
      resolve();
    });
  });

/** The options of a server of a store. */
const optionsOf = (
  { targets, readOnly, history }: ServeRequest,
  store: MemoryServerOptions["store"] & MemoryServerOptions["history"],
): MemoryServerOptions => ({ store, targets, readOnly, ...(history && { history: store }) });

/** Serves a memory until the client has gone; calls that came before are still answered. */
const serveStdio = async (request: ServeRequest, stores: OpenStores): Promise<void> => {
  const { server, announceChanges } = await createMemoryServer(optionsOf(request, stores.storeOf(undefined)));
  const gone = clientGone(server);
  server.onerror = (error) => log(error.message);
  const stopWatching = stores.watch(
    () => void announceChanges(),
    (error) => log(`changes by others are not announced: ${messageOf(error)}`),
  );
  const lines = process.stdin.pipe(
    new WholeLines({
      onTooLong: answerTooLong,
      onUnreadable: (error) => log(`a line is not JSON, and was not taken: ${messageOf(error)}`),
      onNoMessage: () => log("a line is JSON, but no message of JSON-RPC 2.0, and was not taken"),
    }),
  );
  await server.connect(new StdioServerTransport(lines, process.stdout, { maxBufferSize: 2 * MOST_BYTES }));
  log(`serving ${stores.name}`);
  await gone;
  stopWatching();
  // Where the client only stopped reading, it may hold this end open for ever.
  process.stdin.destroy();
};

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

/** Serves memories over HTTP until the process is told to end. */
const serveOverHttp = async (
  request: ServeRequest,
  stores: OpenStores,
  { host, port, allowedHosts }: HttpRequest,
  tokens: Tokens,
): Promise<void> => {
  const { url, close } = await serveHttp({
    host,
    port,
    allowedHosts,
    tokens,
    memoryOf: (scope) => optionsOf(request, stores.storeOf(scope)),
    onError: log,
  });
  const stop = new AbortController();
  const { signal } = stop;
  const told = Promise.race([once(process, "SIGINT", { signal }), once(process, "SIGTERM", { signal })]);
  if (!LOOPBACK.has(host))
    log("tokens and facts go over the network as they are, unless a proxy with TLS stands in front");
  log(`serving ${stores.name} at ${url}`);
  await told;
  stop.abort();
  await close();
};

/**
 * Each token must lead to one scope where there are scopes, and to none where there are none.
 *
 * @throws {Error} a token does not
 */
const checkScopes = ({ place, http }: ServeRequest, tokens: Tokens | undefined): void => {
  if (tokens === undefined) return;
  const file = `--token-file ${http?.tokenFile}`;
  const isNamed = [...tokens.scopes].some((scope) => scope !== undefined);
  if (place.kind === "folder" && isNamed) throw new Error(`${file} has scopes: a folder has none`);
  if (place.kind === "folder") return;
  if (place.scope !== undefined && isNamed) throw new Error(`${file} has scopes, and --scope is given`);
  if (place.scope === undefined && tokens.scopes.has(undefined)) {
    throw new Error(`${file} has a token without a scope, and --scope is not given`);
  }
};

/**
 * Opens what a request needs, and serves it.
 *
 * @returns the exit code
 */
const serve = async (request: ServeRequest): Promise<number> => {
  const { http, place } = request;
  try {
    const tokens =
      http &&
      (await readTokens(http.tokenFile).catch((error) => {
        throw new Error(`--token-file ${http.tokenFile} cannot be taken: ${messageOf(error)}`);
      }));
    checkScopes(request, tokens);
    const stores = await openStores(place, request.history);
    if (http && tokens) await serveOverHttp(request, stores, http, tokens);
    else await serveStdio(request, stores);
    return 0;
  } catch (error) {
    log(messageOf(error));
    return 2;
  }
};

/** Nobody hears what is said where standard error is closed, and that ends nothing. */
const ignore = (): void => {};

/** Runs something that may be wrong, and says so. */
const orSay = <Value>(action: () => Value, more = ""): Value | undefined => {
  try {
    return action();
  } catch (error) {
    log(`${messageOf(error)}${more}`);
    return undefined;
  }
};

/**
 * Runs the command `lembas-memory-mcp`.
 *
 * @param args what stands after the command
 * @throws {TypeError} `args` is not a list of strings
 * @returns the exit code: 0 when the client has gone, or it was told to end while it served over HTTP; 2 where the arguments, the folder, the database or the file of tokens are wrong
 * @example process.exitCode = await runCommandLine(["--dir", "~/.lembas/memory"]);
 */
export const runCommandLine = async (args: readonly string[]): Promise<number> => {
  checkListOf(args, "args", "string");
  process.stderr.removeListener("error", ignore).on("error", ignore);
  const request = orSay(() => readArguments(args), `\n\n${USAGE}`);
  if (request === undefined) return 2;
  if (request.kind !== "serve") {
    process.stdout.write(request.kind === "help" ? USAGE : `${manifest.version}\n`);
    return 0;
  }
  return serve(request);
};
