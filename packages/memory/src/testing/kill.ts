import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { scratchFolder } from "@lembas/build/testing";
import { expect } from "vitest";
import { createFileStore } from "../file-store/file-store.js";
import { startWorker } from "./file-store-worker.js";

const LENGTH = 20_000;

/** Kills a writer so many times, each time at another moment; each time the entries are those of one change, whole. */
export const kill = async (times: number): Promise<void> => {
  const folder = scratchFolder();
  const store = createFileStore({ folder, history: true });
  for (let time = 0; time < times; time++) {
    const writer = startWorker();
    await writer.ask("rewrite", { folder, history: time % 2 === 0, length: LENGTH });
    await pause(Math.random() * 40);
    await writer.kill();
    const { entries } = await store.read("user");
    const [first = "", second] = entries;
    expect([first, second]).toEqual(entries.length === 0 ? ["", undefined] : [first, first]);
    expect(first).toBe(first.charAt(0).repeat(entries.length === 0 ? 0 : LENGTH));
    await store.update("user", () => ({ entries: ["between"], ops: [], value: null }), {
      operationId: `between ${time}`,
    });
    expect((await store.read("user")).entries).toEqual(["between"]);
    expect(readdirSync(folder).filter((name) => name.includes("lembas-lock"))).toEqual([]);
    await store.undo("user");
    expect((await store.read("user")).entries).toEqual(entries);
    await store.purge();
  }
  expect(readdirSync(folder).sort()).toEqual([".USER.operations.jsonl", "USER.md"]);
};
