import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runHere } from "@lembas/build/run-here";
import { scratchFolder } from "@lembas/build/testing";
import { runCommand } from "../cli/run-command.js";

/** The command's file. */
export const bin = fileURLToPath(new URL("../../bin.js", import.meta.url));

const sample = fileURLToPath(new URL("../../samples/working-session.jsonl", import.meta.url));

/** How the command ended, and what it wrote. */
interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command in a folder of its own, removed when the tests of the file are over. */
export const scratchCommand = () => {
  const folder = scratchFolder();
  return {
    /** Where the command runs, and the files are. */
    folder,
    /** Runs the command to its end, in this process. */
    run: async (...args: string[]): Promise<Run> => {
      const before = process.cwd();
      process.chdir(folder);
      try {
        const { code, printed, said } = await runHere((given) => runCommand(given, { sample }), args);
        return { status: code, stdout: printed, stderr: said };
      } finally {
        process.chdir(before);
      }
    },
    /** Runs the command to its end, as a process of its own: what was built. */
    start: (...args: string[]): Run => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
        encoding: "utf8",
        cwd: folder,
      });
      return { status, stdout, stderr };
    },
    /** Writes a file into the folder, and gives its name. */
    file: (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return name;
    },
  };
};

/** Values as JSON, one a line. */
export const jsonLines = (...values: unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** A read of the same file, as an own step line. */
export const read = (id: string): object => ({ op: "read", id, path: "a.ts", content: "let a\nlet b\n" });
