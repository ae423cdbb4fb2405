import { readFile } from "node:fs/promises";

/** The hook as it came with this package: one file. It stands beside what this module is bundled into. */
export const readBundledHook = (): Promise<string> =>
  readFile(new URL("../dist/hook.cjs", import.meta.url), "utf8");
