import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
/** Frees all that is not reachable. */
export const collectGarbage: () => void = runInNewContext("gc");

/** Kilobytes that are still reachable, those of large strings outside the heap included. */
export const heapUsed = (): number => {
  // Twice: what the first round frees may have held something else.
  collectGarbage();
  collectGarbage();
  const { heapUsed: inside, external } = process.memoryUsage();
  return (inside + external) / 1000;
};
