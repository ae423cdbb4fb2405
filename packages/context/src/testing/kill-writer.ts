import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { scratchFolder } from "@lembas/build/testing";
import { expect } from "vitest";
import { createFileJournalStore } from "../journal/file-journal-store.js";
import { openSession } from "../journal/open-session.js";
import { startWorker } from "./journal-worker.js";

/**
 * Kills a session's writer so many times, each time at another moment: what it had confirmed is there, all that is
 * there can be replayed, and the next one goes on from it.
 */
export const killWriter = async (times: number): Promise<void> => {
  const folder = scratchFolder();
  const store = createFileJournalStore({ folder });
  for (let time = 0; time < times; time++) {
    const before = await store.load("s");
    const writer = startWorker();
    let printed = "";
    writer.child.stdout?.on("data", (data) => {
      printed += data;
    });
    await writer.ask("run", { folder, session: "s" });
    await pause(Math.random() * 60);
    await writer.kill();
    const confirmed = Number(printed.split("\n").findLast((line) => line !== "") ?? before.length);
    const kept = await store.load("s");
    expect(kept.length).toBeGreaterThanOrEqual(confirmed);
    expect(kept.slice(0, before.length)).toEqual(before);
    const { ledger, flush } = await openSession(store, "s");
    ledger.output({ tool: "bash", text: "after" });
    await flush();
    expect(await store.load("s")).toEqual(ledger.toJSON());
    expect(ledger.toJSON().slice(0, -1)).toEqual(kept);
    expect(readdirSync(folder)).toEqual(["s.jsonl"]);
  }
};
