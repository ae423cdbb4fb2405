import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "@lembas/build/testing";

/** The command's file. */
export const bin = fileURLToPath(new URL("../../bin.js", import.meta.url));
/** Where the command runs, and the files are. */
export const folder = scratchFolder();

/** Runs the command to its end. */
export const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    encoding: "utf8",
    cwd: folder,
  });
  return { status, stdout, stderr };
};
/** Writes a file into the folder, and gives its name. */
export const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};
/** Values as JSON, one a line. */
export const jsonLines = (...values: unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** A read of the same file, as an own step line. */
export const read = (id: string): object => ({ op: "read", id, path: "a.ts", content: "let a\nlet b\n" });
