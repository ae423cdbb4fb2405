import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Snippet } from "./snippets.js";

const run = promisify(execFile);

/** WebAssembly is compiled in less time, and runs slower: a program of a README is over before that matters. */
const COMPILE_FAST = ["--liftoff-only", "--wasm-lazy-compilation"];

/** Runs a README's program in a folder whose `node_modules` has what it imports, and gives what it printed. */
export const runSnippet = async (snippet: Snippet, folder: string): Promise<string> => {
  const file = join(folder, `line-${snippet.line}.mjs`);
  await writeFile(file, snippet.code);
  const { stdout } = await run(process.execPath, [...COMPILE_FAST, file], { cwd: folder, timeout: 120_000 });
  return stdout;
};
