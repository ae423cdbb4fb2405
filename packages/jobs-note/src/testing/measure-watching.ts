import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs in a process of its own, where nothing else takes memory, on what `pnpm build` has made. */
const program = (bytes: number): string => `
import { spawn } from "node:child_process";
import { watchCommand } from ${JSON.stringify(new URL("../../dist/node.js", import.meta.url).href)};
const held = () => {
  gc();
  gc(); // what the first one found is given back by the second
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
const before = held();
const command = "head -c ${bytes} /dev/zero | tr '\\\\0' x";
const child = spawn("sh", ["-c", command]);
const { ended } = watchCommand(child, { id: "job1", command });
let highest = 0;
let seen = 0;
child.stdout.on("data", ({ length }) => {
  const step = Math.floor((20 * seen) / ${bytes});
  seen += length;
  if (Math.floor((20 * seen) / ${bytes}) > step) highest = Math.max(highest, held() - before);
});
const { unread } = await ended;
console.log(JSON.stringify({ unread, seen, highest }));
`;

/**
 * Watches a real command that prints so many bytes, without a newline, and measures the memory that is held
 * meanwhile, 20 times, each time after garbage collection.
 *
 * @returns the record's `unread`, how many bytes were seen, and the highest growth of memory in bytes
 */
export const measureWatching = async (
  bytes: number,
): Promise<{ unread: string; seen: number; highest: number }> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--expose-gc", "--input-type=module", "-e", program(bytes)],
    { maxBuffer: 10_000_000 },
  );
  return JSON.parse(stdout);
};
