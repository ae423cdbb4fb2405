import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratchFolder } from "@lembas/build/testing";
import { expect } from "vitest";
import { replaceFile } from "../index.js";
import { startWorker } from "./start-worker.js";

const LENGTH = 50_000;

/**
 * Kills a writer of whole texts of one letter, so many times, each time at another moment; each time the file is one
 * such text, its lock can be had at once, and nothing is left beside it.
 */
export const kill = async (times: number): Promise<void> => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  await replaceFile(path, "a".repeat(LENGTH));
  for (let time = 0; time < times; time++) {
    const writer = startWorker();
    await writer.ask("rewrite", { path, length: LENGTH });
    await sleep(Math.random() * 30);
    await writer.kill();
    const text = readFileSync(path, "utf8");
    expect(text).toBe(text.charAt(0).repeat(LENGTH));
    await replaceFile(path, text, { wait: 1_000 });
    expect(readdirSync(folder)).toEqual(["file"]);
  }
};
