import { parseArgs } from "node:util";
import { checkListOf } from "@lembas/arguments";
import { createFileStore } from "@lembas/memory/node";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import manifest from "../package.json" with { type: "json" };
import { openFolder } from "./memory-folder.js";
import { createMemoryServer } from "./memory-server.js";
import { messageOf } from "./message-of.js";
import { watchFolder } from "./watch-folder.js";

const COMMAND = "lembas-memory-mcp";

const USAGE = `Usage: ${COMMAND} --dir DIR

Serves an agent's memory over stdin and stdout to an MCP client: the files MEMORY.md and USER.md
in the folder DIR, which is made where it is missing. Messages go to stderr.

  --dir DIR   the folder; ~ is your home folder
  --help      shows this
  --version   shows the version
`;

/** Standard output belongs to the protocol, so that whatever is said to people goes to standard error. */
const log = (message: string): void => {
  process.stderr.write(`${COMMAND}: ${message}\n`);
};

const readArguments = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: { dir: { type: "string" }, help: { type: "boolean" }, version: { type: "boolean" } },
  }).values;

const openDir = async (dir: string | undefined): Promise<string> => {
  if (dir === undefined || dir.trim() === "")
    throw new Error("--dir DIR is missing: the folder of the memory");
  return openFolder(dir);
};

/** Resolves when the client has gone, or has sent what the transport closes for: a message without an end. */
const clientGone = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.onclose = resolve;
    process.stdin.once("end", resolve).once("error", () => resolve());
  });

/** Serves the folder until the client has gone; calls that came before are still answered. */
const serve = async (folder: string): Promise<void> => {
  const { server, announceChanges } = await createMemoryServer({ store: createFileStore({ folder }) });
  const gone = clientGone(server);
  server.onerror = (error) => log(error.message);
  // Who no longer reads has gone, which standard input tells too.
  process.stdout.on("error", (error) => log(error.message));
  const stopWatching = watchFolder(
    folder,
    () => void announceChanges(),
    (error) => log(`changes by others are not announced: ${messageOf(error)}`),
  );
  await server.connect(new StdioServerTransport());
  log(`serving ${folder}`);
  await gone;
  stopWatching();
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
  let folder: string;
  try {
    const { dir, help, version } = readArguments(args);
    if (help || version) {
      process.stdout.write(help ? USAGE : `${manifest.version}\n`);
      return 0;
    }
    folder = await openDir(dir);
  } catch (error) {
    log(`${messageOf(error)}\n\n${USAGE}`);
    return 2;
  }
  await serve(folder);
  return 0;
};
