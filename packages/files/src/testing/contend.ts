import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratchFolder } from "@lembas/build/testing";
import { expect } from "vitest";
import { readText } from "../index.js";
import { startWorker } from "./start-worker.js";

/** Eight processes, 20 changes each, so many rounds; every change that was answered with ok is there, once. */
export const contend = async (rounds: number): Promise<void> => {
  const folder = scratchFolder();
  const path = join(folder, "file");
  const workers = Array.from({ length: 8 }, () => startWorker());
  for (let round = 0; round < rounds; round++) {
    const dead = startWorker();
    await dead.ask("hold", { path });
    await dead.kill();
    writeFileSync(path, "");
    let over = false;
    const reading = readWhileWritten(path, () => over);
    const answers = await Promise.all(
      workers.map((worker, who) =>
        worker.ask("add", {
          path,
          lines: Array.from({ length: 20 }, (_, change) => `line ${who} ${change}`),
        }),
      ),
    );
    over = true;
    const added = answers.flatMap(({ answer }) => (Array.isArray(answer) ? answer : []));
    expect(added).toHaveLength(160);
    expect(readFileSync(path, "utf8").split("\n").filter(Boolean).sort()).toEqual(added.sort());
    expect(await reading).toBe(0);
    expect(readdirSync(folder)).toEqual(["file"]);
  }
};

/** Reads a file all the time, and counts how often it was not whole. */
const readWhileWritten = async (path: string, isOver: () => boolean): Promise<number> => {
  let broken = 0;
  while (!isOver()) {
    if (!/^(?:line \d+ \d+\n)*$/.test((await readText(path)) ?? "missing")) broken++;
    await sleep(3);
  }
  return broken;
};
