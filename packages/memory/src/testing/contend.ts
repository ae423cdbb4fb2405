import { readdirSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { scratchFolder } from "@lembas/build/testing";
import { expect } from "vitest";
import { createFileStore } from "../file-store/file-store.js";
import { startWorker } from "./file-store-worker.js";

/**
 * Eight processes, 20 changes each, so many rounds, each beginning with a dead holder's lock: every change that was
 * answered with ok is there, once, and readers see whole entries only.
 */
export const contend = async (rounds: number): Promise<void> => {
  const folder = scratchFolder();
  const store = createFileStore({ folder });
  const workers = Array.from({ length: 8 }, startWorker);
  for (let round = 0; round < rounds; round++) {
    const dead = startWorker();
    await dead.ask("hang", { folder });
    await dead.kill();
    let isOver = false;
    const reading = (async () => {
      for (; !isOver; await pause(3)) {
        for (const entry of (await store.read("user")).entries) expect(entry).toMatch(/^Fact \d+ of \d+\.$/);
      }
    })();
    const facts = (who: number) => Array.from({ length: 20 }, (_, fact) => `Fact ${fact} of ${who}.`);
    const answers = await Promise.all(
      workers.map((worker, who) => worker.ask("add", { folder, facts: facts(who) })),
    );
    isOver = true;
    await reading;
    const added = answers.flatMap(({ answer }) => (Array.isArray(answer) ? answer : []));
    expect(added).toHaveLength(160);
    expect((await store.read("user")).entries.toSorted()).toEqual(added.toSorted());
    expect(readdirSync(folder)).toEqual(["USER.md"]);
    rmSync(`${folder}/USER.md`);
  }
};
