import type { KnownRun } from "@lembas/context/known-lines";

/** Lines by index: `from` to `to - 1`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The smallest stretch that has every line outside of the runs, which are in order. Where all are in runs, the first line. */
export const newStretch = (count: number, runs: readonly KnownRun[]): Stretch => {
  let from = 0;
  for (const run of runs) {
    if (run.at !== from) break;
    from += run.count;
  }
  if (from >= count) return { from: 0, to: Math.min(count, 1) };
  let to = count;
  for (const run of runs.toReversed()) {
    if (run.at + run.count !== to) break;
    to = run.at;
  }
  return { from, to };
};

/** The parts of the runs in front of a stretch and behind it. */
export const outside = (
  runs: readonly KnownRun[],
  { from, to }: Stretch,
  count: number,
): readonly KnownRun[] =>
  runs.flatMap((run) => [clip(run, 0, from), clip(run, to, count)].filter((part) => part !== undefined));

const clip = (run: KnownRun, from: number, to: number): KnownRun | undefined => {
  const at = Math.max(run.at, from);
  const end = Math.min(run.at + run.count, to);
  return at < end ? { ...run, at, count: end - at, number: run.number + at - run.at } : undefined;
};
