import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { replayFile } from "@lembas/replay/node";
import { compare } from "./compare.js";
import { heapUsed } from "./heap.js";
import type { Line } from "./line.js";

const sample = join(import.meta.dirname, "../../replay/samples/working-session.jsonl");

/** Megabytes of recordings that are replayed one after the other, to see what stays. */
const megabytes = 100;

/** The sample session, replayed: under one ledger, and as the command does it, under all policies. */
export const replayLine: Line = {
  name: "replay, the sample session",
  bound: 3,
  measure: async () => {
    const size = statSync(sample).size / 1_000_000;
    const comparison = await compare(
      {
        name: "reading the file and parsing its lines as JSON",
        run: () => {
          for (const line of readFileSync(sample, "utf8").split("\n")) if (line) JSON.parse(line);
        },
      },
      [
        { name: "replayFile, verified", run: () => replayFile(sample, { verify: true }) },
        { name: "replayFile", run: () => replayFile(sample) },
        {
          name: "replayFile, compared and verified",
          run: () => replayFile(sample, { compare: true, verify: true }),
        },
      ],
    );
    const start = performance.now();
    const before = heapUsed();
    for (let done = 0; done < megabytes; done += size) await replayFile(sample);
    const seconds = (performance.now() - start) / 1_000;
    const facts = {
      [`MB a second, over ${megabytes} MB`]: Math.round(megabytes / seconds),
      [`kB of heap more after ${megabytes} MB`]: Math.round(heapUsed() - before),
    };
    return { ...comparison, facts };
  },
};
