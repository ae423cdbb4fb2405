/** One way to do a piece of work. */
export interface Side {
  /** What it is, as the table prints it. */
  readonly name: string;
  readonly run: () => unknown;
  /** What must be there before each sample; not timed. Such a side runs once in a sample. */
  readonly prepare?: () => void;
}

/** What a side took, against the side that all are divided by. */
export interface Measured {
  readonly name: string;
  /** In the comparison's unit, for one run. */
  readonly value: number;
  /** Its value, divided by that of the denominator. */
  readonly ratio: number;
}

/** A comparison of several sides in one process. */
export interface Comparison {
  readonly unit: "ms" | "kB";
  readonly denominator: Measured;
  readonly sides: readonly Measured[];
  /** What was counted beside. */
  readonly facts?: Readonly<Record<string, number>>;
}

/** How many samples each side gives. */
export const rounds = 15;

/** A sample is repeated until it lasts this many milliseconds, so that the clock's steps do not count. */
const sampleMilliseconds = 25;

/** The middle one of the samples. */
export const median = (samples: readonly number[]): number =>
  [...samples].sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;

/** Divides values by the first of them. */
export const against = (
  unit: Comparison["unit"],
  denominator: { name: string; value: number },
  sides: readonly { name: string; value: number }[],
): Comparison => ({
  unit,
  denominator: { ...denominator, ratio: 1 },
  sides: sides.map(({ name, value }) => ({ name, value, ratio: value / denominator.value })),
});

/** Whether the first side's ratio, which the bound is for, is not above it. */
export const isKept = (bound: number | undefined, { sides: [own] }: Comparison): boolean =>
  bound === undefined || (own !== undefined && own.ratio <= bound);

/** Milliseconds by some clock: of two readings only the difference counts. */
export type Clock = () => number;

/** The time that passes: for sides that wait, for a disk or for another process. What else the machine does counts too. */
export const wallClock: Clock = () => performance.now();

/**
 * The processor's time that this process has taken, that of its collector of garbage on other cores too. All costs go by
 * it but those of sides that wait: what a piece of work takes is then the same on a machine that has other work.
 */
const processorClock: Clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const time = async (side: Side, repeats: number, clock: Clock): Promise<number> => {
  side.prepare?.();
  const start = clock();
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const result = side.run();
    if (result instanceof Promise) await result;
  }
  return (clock() - start) / repeats;
};

/**
 * How often a side runs before its first sample, within three seconds: an agent's process does the same for hours, so
 * what its engine compiles on the way is no part of a call's cost. The denominator is warmed up alike.
 */
const warmUps = 200;
const warmUpMilliseconds = 3_000;

/** How often a side runs in one sample. */
const repeatsOf = async (side: Side, clock: Clock): Promise<number> => {
  const start = performance.now();
  for (let run = 0; run < warmUps && performance.now() - start < warmUpMilliseconds; run += 1)
    await time(side, 1, clock);
  if (side.prepare) return 1;
  for (let repeats = 1; ; repeats *= 2) {
    if ((await time(side, repeats, clock)) * repeats >= sampleMilliseconds) return repeats;
  }
};

/**
 * Runs all sides in turn, one sample of each in a round, so that what else the machine does falls on all alike, and
 * takes the median of each side's samples.
 */
export const compare = async (
  denominator: Side,
  sides: readonly Side[],
  clock: Clock = processorClock,
): Promise<Comparison> => {
  const all: { side: Side; repeats: number; samples: number[] }[] = [];
  for (const side of [denominator, ...sides])
    all.push({ side, repeats: await repeatsOf(side, clock), samples: [] });
  for (let round = 0; round < rounds; round += 1) {
    // Every other round goes backwards, so that no side always follows the same one.
    for (const { side, repeats, samples } of round % 2 === 0 ? all : [...all].reverse()) {
      samples.push(await time(side, repeats, clock));
    }
  }
  const [first, ...others] = all.map(({ side, samples }) => ({ name: side.name, value: median(samples) }));
  if (!first) throw new RangeError("There is nothing to compare.");
  return against("ms", first, others);
};
