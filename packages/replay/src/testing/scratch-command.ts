import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "@lembas/build/testing";

/** The command's file. */
export const bin = fileURLToPath(new URL("../../bin.js", import.meta.url));

/** The command in a folder of its own, removed when the tests of the file are over. */
export const scratchCommand = () => {
  const folder = scratchFolder();
  return {
    /** Where the command runs, and the files are. */
    folder,
    /** Runs the command to its end. */
    run: (...args: string[]): { status: number | null; stdout: string; stderr: string } => {
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
