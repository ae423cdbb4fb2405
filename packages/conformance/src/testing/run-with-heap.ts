import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const bin = join(import.meta.dirname, "../../bin.js");

/**
 * Runs the built command in a process of its own whose heap has so many megabytes, on the cases of a folder alone,
 * and gives all that it printed, as a JSON report.
 */
export const runWithHeap = async (
  megabytes: number,
  folder: string,
  command: string,
  ...more: readonly string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const args = [
    "--suite",
    "format",
    "--fixtures",
    folder,
    "--only",
    "--timeout",
    "120",
    "--reporter",
    "json",
  ];
  const heap = `--max-old-space-size=${megabytes}`;
  const child = spawn(process.execPath, [heap, bin, ...args, "--command", command, ...more]);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code]: [number | null] = await once(child, "close").then(([first]) => [first]);
  return { code, stdout, stderr };
};
