import { spawn } from "node:child_process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { watchCommand } from "./watch-command.js";

const collectGarbage = (): (() => void) => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
};

/**
 * Watches a real command that prints `bytes` bytes without a newline, and measures the memory that is held while
 * it does, after garbage collection, 20 times.
 *
 * @returns the record's `unread`, and the highest growth in bytes
 */
export const measureWatching = async (bytes: number): Promise<{ unread: string; highest: number }> => {
  const collect = collectGarbage();
  const held = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  const command = `head -c ${bytes} /dev/zero | tr '\\0' x`;
  const child = spawn("sh", ["-c", command]);
  const { ended } = watchCommand(child, { id: "job1", command });
  let highest = 0;
  let seen = 0;
  child.stdout.on("data", (chunk: Uint8Array) => {
    const step = Math.floor((20 * seen) / bytes);
    seen += chunk.length;
    if (Math.floor((20 * seen) / bytes) > step) highest = Math.max(highest, held() - before);
  });
  return { unread: (await ended).unread, highest };
};
