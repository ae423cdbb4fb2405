import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ContextLedger } from "@lembas/context";
import { structuredPatch } from "diff";
import { diff as myersDiff } from "fast-myers-diff";
import { compare, type Side, wallClock } from "./compare.js";
import type { Line } from "./line.js";
import { randomNumbers, sourceLines } from "./random.js";
import { sha256 } from "./work.js";

interface Change {
  readonly before: string;
  readonly after: string;
}

/** A file with some of its lines replaced, spread evenly. */
const replaceLines = (count: number, replaced: number): Change => {
  const lines = sourceLines(count, 3);
  const other = sourceLines(count, 4);
  const step = Math.floor(count / replaced);
  const after = lines.map((line, index) =>
    index % step === step >> 1 ? (other[index] ?? "").replace("//", "// new") : line,
  );
  return { before: lines.join(""), after: after.join("") };
};

/** Two files that share some lines that every source file has, and nothing else. */
const unlikeFiles = (count: number, shared: number): Change => {
  const random = randomNumbers(5);
  const file = (name: string) =>
    Array.from({ length: count }, (_, index) =>
      random() < shared ? "}\n" : `${name} ${index} ${random()}\n`,
    ).join("");
  return { before: file("old"), after: file("new") };
};

const ledger = ({ before, after }: Change): Side => ({
  name: "ledger.edit",
  run: () => new ContextLedger().edit({ path: "src/large.ts", before, after }),
});

const diffAlone = ({ before, after }: Change): Side => ({
  name: "diff alone, structuredPatch",
  run: () => structuredPatch("a", "b", before, after, "", "", { context: 3 }),
});

const myers = ({ before, after }: Change): Side => ({
  name: "fast-myers-diff, the edit script alone",
  run: () => [...myersDiff(before.split("\n"), after.split("\n"))].length,
});

/** git's own diff of two files on the disk, the start of its process included, as a host pays for it. */
const withGit = async <Result>(
  { before, after }: Change,
  use: (git: Side) => Promise<Result>,
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const files = [join(folder, "before"), join(folder, "after")] as const;
    writeFileSync(files[0], before);
    writeFileSync(files[1], after);
    return await use({
      name: "git diff, process start included",
      run: () => spawnSync("git", ["diff", "--no-index", "--", ...files], { maxBuffer: 2 ** 28 }),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** How many lines of both sides the diff library is given for a change. */
const linesHandedOver = ({ before, after }: Change): number => {
  const require = createRequire(import.meta.url);
  const path = require.resolve("@lembas/context");
  const fromContext = createRequire(path);
  const library = fromContext.resolve("diff");
  const real: { diffArrays: (...args: [unknown[], unknown[]]) => unknown } = fromContext("diff");
  const cached = require.cache[library];
  if (!cached) throw new Error("@lembas/context does not load the diff library.");
  let lines = 0;
  try {
    cached.exports = {
      ...real,
      diffArrays: (...args: [unknown[], unknown[]]) => {
        lines += args[0].length + args[1].length;
        return real.diffArrays(...args);
      },
    };
    delete require.cache[path];
    const watched: { ContextLedger: typeof ContextLedger } = require("@lembas/context");
    new watched.ContextLedger().edit({ path: "src/large.ts", before, after });
  } finally {
    cached.exports = real;
    delete require.cache[path];
  }
  return lines;
};

const change = (name: string, bound: number | undefined, texts: () => Change): Line => ({
  name,
  ...(bound === undefined ? {} : { bound }),
  measure: async () => {
    const made = texts();
    return {
      ...(await compare(
        {
          name: "SHA-256 of `after` and splitting both texts into lines",
          run: () =>
            sha256(made.after).length + made.before.split("\n").length + made.after.split("\n").length,
        },
        [ledger(made), diffAlone(made), myers(made)],
      )),
      facts: { "lines handed to the diff library": linesHandedOver(made) },
    };
  },
});

const unlike = (name: string, shared: number): Line => ({
  name,
  bound: 1,
  measure: () => {
    const made = unlikeFiles(20_000, shared);
    return withGit(made, async (git) => ({
      ...(await compare(git, [ledger(made)], wallClock)),
      facts: { "lines handed to the diff library": linesHandedOver(made) },
    }));
  },
});

/** Changes of files, small and whole. The peers are left out where they need minutes: `diff` alone above 60 s. */
export const editLines: readonly Line[] = [
  change("edit, one line of 50,000", 3, () => replaceLines(50_000, 1)),
  change("edit, 500 lines of 50,000", undefined, () => replaceLines(50_000, 500)),
  change("edit, two unlike files of 1,000 lines", undefined, () => unlikeFiles(1_000, 0)),
  unlike("edit, two files of 20,000 lines without a common line", 0),
  unlike("edit, two files of 20,000 lines, 30% of them alike", 0.3),
];
