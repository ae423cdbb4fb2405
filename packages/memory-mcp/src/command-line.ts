import { checkListOf } from "@lembas/arguments";
import { createFileStore } from "@lembas/memory/node";
import type { Server } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import manifest from "../package.json" with { type: "json" };
import { type Request, readArguments } from "./arguments.js";
import { openFolder } from "./memory-folder.js";
import { createMemoryServer } from "./memory-server.js";
import { messageOf } from "./message-of.js";
import { watchFolder } from "./watch-folder.js";
import { MOST_BYTES, WholeLines } from "./whole-lines.js";

const COMMAND = "lembas-memory-mcp";

const USAGE = `Usage: ${COMMAND} --dir DIR [--limit TARGET=CHARACTERS] [--read-only] [--history]

Serves an agent's memory over stdin and stdout to an MCP client: the files MEMORY.md and USER.md
in the folder DIR, which is made where it is missing. Messages go to stderr.

  --dir DIR          the folder; ~ is your home folder
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

/** Serves the folder until the client has gone; calls that came before are still answered. */
const serve = async (folder: string, { targets, readOnly, history }: Request & { kind: "serve" }) => {
  const store = createFileStore({ folder, history });
  const { server, announceChanges } = await createMemoryServer({
    store,
    targets,
    readOnly,
    ...(history && { history: store }),
  });
  const gone = clientGone(server);
  server.onerror = (error) => log(error.message);
  const stopWatching = watchFolder(
    folder,
    () => void announceChanges(),
    (error) => log(`changes by others are not announced: ${messageOf(error)}`),
  );
  const lines = process.stdin.pipe(
    new WholeLines({
      onTooLong: answerTooLong,
      onUnreadable: (error) => log(`a line is not JSON, and was not taken: ${messageOf(error)}`),
    }),
  );
  await server.connect(new StdioServerTransport(lines, process.stdout, { maxBufferSize: 2 * MOST_BYTES }));
  log(`serving ${folder}`);
  await gone;
  stopWatching();
  // Where the client only stopped reading, it may hold this end open for ever.
  process.stdin.destroy();
};

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
 * @returns the exit code: 0 when the client has gone, 2 where the arguments or the folder are wrong
 * @example process.exitCode = await runCommandLine(["--dir", "~/.lembas/memory"]);
 */
export const runCommandLine = async (args: readonly string[]): Promise<number> => {
  checkListOf(args, "args", "string");
  // Nobody hears what is said where standard error is closed, and that ends nothing.
  process.stderr.on("error", () => {});
  const request = orSay(() => readArguments(args), `\n\n${USAGE}`);
  if (request === undefined) return 2;
  if (request.kind !== "serve") {
    process.stdout.write(request.kind === "help" ? USAGE : `${manifest.version}\n`);
    return 0;
  }
  let folder: string;
  try {
    folder = await openFolder(request.dir);
  } catch (error) {
    log(messageOf(error));
    return 2;
  }
  await serve(folder, request);
  return 0;
};
