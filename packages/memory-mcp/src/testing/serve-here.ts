import { once } from "node:events";
import { PassThrough } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { vi } from "vitest";
import { runCommandLine } from "../command-line.js";

const NAMES = ["stdin", "stdout", "stderr"] as const;

/** What this process reads and writes, and how it gets its own streams back. */
const replaceStreams = () => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const before = NAMES.map((name) => Object.getOwnPropertyDescriptor(process, name) ?? {});
  for (const [name, value] of Object.entries({ stdin, stdout, stderr }))
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true });
  const restore = (): void => {
    for (const [index, name] of NAMES.entries()) Object.defineProperty(process, name, before[index] ?? {});
  };
  return { stdin, stdout, stderr, restore };
};

/**
 * Runs the command in this process, where it serves over the standard streams: one at a time, which has them until it
 * is ended.
 */
export const serveHere = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  for (const [name, value] of Object.entries({ LEMBAS_POSTGRES_URL: "", ...env })) vi.stubEnv(name, value);
  const { stdin, stdout, stderr, restore } = replaceStreams();
  let log = "";
  stderr.on("data", (chunk) => {
    log += chunk;
  });
  const ended = runCommandLine(args);
  return {
    /** The other end, for a client: messages go the same way in both directions. */
    transport: new StdioServerTransport(stdout, stdin),
    /** What it said on standard error so far. */
    log: (): string => log,
    /** Ends its input; resolves with its exit code. */
    end: async (): Promise<number> => {
      stdin.end();
      const code = await ended;
      restore();
      vi.unstubAllEnvs();
      return code;
    },
  };
};

/** Runs the command in this process on an input, until that has its end and so many answers. */
export const talkHere = async (args: readonly string[], input: string, answers: number) => {
  const { stdin, stdout, stderr, restore } = replaceStreams();
  let [printed, said] = ["", ""];
  stdout.on("data", (chunk) => {
    printed += chunk;
  });
  stderr.on("data", (chunk) => {
    said += chunk;
  });
  vi.stubEnv("LEMBAS_POSTGRES_URL", "");
  try {
    stdin.end(input);
    const code = await runCommandLine(args);
    // A process, too, answers what came before its input ended.
    while (printed.split("\n").length <= answers) await once(stdout, "data");
    return { code, printed, said };
  } finally {
    vi.unstubAllEnvs();
    restore();
  }
};
