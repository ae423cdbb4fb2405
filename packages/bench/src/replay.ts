import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replayFile } from "@lembas/replay/node";
import { type Comparison, compare, type Side } from "./compare.js";
import { heapUsed } from "./heap.js";
import type { Line } from "./line.js";
import { randomNumbers, sourceLines } from "./random.js";

const sample = join(import.meta.dirname, "../../replay/samples/working-session.jsonl");

/** Megabytes of recordings that are replayed one after the other, to see what stays. */
const megabytes = 100;

const parsed = (path: string): unknown[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));

const parsing = (path: string): Side => ({
  name: "reading the file and parsing its lines as JSON",
  run: () => parsed(path),
});

/** What no ledger can do without: each text that a step has is hashed and parted into lines, once. */
const hashing = (path: string): Side => ({
  name: "the same, and SHA-256 and lines of each of its texts",
  run: () => {
    let lines = 0;
    for (const step of parsed(path))
      for (const text of Object.values(step ?? {}))
        if (typeof text === "string") {
          createHash("sha256").update(text).digest("hex");
          lines += text.split("\n").length;
        }
    return lines;
  },
});

const replaying = (path: string, name: string, options: { verify?: boolean; compare?: boolean }): Side => ({
  name,
  run: () => replayFile(path, options),
});

const verified = (path: string): Promise<Comparison> =>
  compare(parsing(path), [
    replaying(path, "one ledger, verified", { verify: true }),
    replaying(path, "one ledger", {}),
    hashing(path),
  ]);

/** As the command does it. */
const compared = (path: string): Promise<Comparison> =>
  compare(parsing(path), [
    replaying(path, "all policies, verified", { compare: true, verify: true }),
    replaying(path, "all policies", { compare: true }),
  ]);

/** How much stays after many replays, and how fast they are. */
const growth = async (path: string): Promise<NonNullable<Comparison["facts"]>> => {
  const size = statSync(path).size / 1_000_000;
  const start = performance.now();
  const before = heapUsed();
  for (let done = 0; done < megabytes; done += size) await replayFile(path);
  const seconds = (performance.now() - start) / 1_000;
  return {
    [`MB a second, over ${megabytes} MB`]: Math.round(megabytes / seconds),
    [`kB of heap more after ${megabytes} MB`]: Math.round(heapUsed() - before),
  };
};

/** Steps of the long session. */
const STEPS = 300;
const FILES = 12;
const FILE_LINES = 400;

/**
 * A session of some 5 MB in own step lines: windows of files that overlap, edits of a line, and a build's output that
 * is mostly the one before.
 */
const longSession = (): string => {
  const random = randomNumbers(19);
  const upTo = (count: number): number => Math.floor(random() * count);
  const files = Array.from({ length: FILES }, (_, at) => sourceLines(FILE_LINES, 100 + at));
  const log = sourceLines(150, 7);
  const steps = Array.from({ length: STEPS }, (_, at): object[] => {
    const said = { op: "message", role: "assistant", text: `Step ${at}.` };
    const number = upTo(FILES);
    const file = files[number] ?? [];
    const path = `src/file-${number}.ts`;
    const kind = upTo(10);
    if (kind < 5) {
      const window = { offset: 1 + upTo(FILE_LINES - 120), limit: 120 };
      return [said, { op: "read", path, content: file.join(""), ...window }];
    }
    if (kind < 7) {
      const before = file.join("");
      file[upTo(FILE_LINES)] = `const changed${at} = ${at};\n`;
      return [said, { op: "edit", path, before, after: file.join(""), result: `Edited ${path}.` }];
    }
    log[upTo(log.length)] = `warning ${at}\n`;
    return [said, { op: "output", tool: "bash", args: { command: "make" }, text: log.join("") }];
  });
  return steps.flatMap((step) => step.map((line) => `${JSON.stringify(line)}\n`)).join("");
};

const onLongSession = async (measure: (path: string) => Promise<Comparison>): Promise<Comparison> => {
  const folder = mkdtempSync(join(tmpdir(), "lembas-bench-"));
  try {
    const path = join(folder, "long.jsonl");
    writeFileSync(path, longSession());
    const comparison = await measure(path);
    return { ...comparison, facts: { "kB of recording": Math.round(statSync(path).size / 1_000) } };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/**
 * Recordings, replayed. The bound is for what a replay is made for, one way of using the packages with every claim
 * verified; the command compares some 15 policies beside, each of which is one more conversation to keep.
 */
export const replayLines: readonly Line[] = [
  {
    name: "replay, the sample session, verified",
    bound: 3,
    measure: async () => ({ ...(await verified(sample)), facts: await growth(sample) }),
  },
  { name: "replay, the sample session, all compared", measure: () => compared(sample) },
  { name: "replay, a long session, verified", bound: 3, measure: () => onLongSession(verified) },
  { name: "replay, a long session, all compared", measure: () => onLongSession(compared) },
];
