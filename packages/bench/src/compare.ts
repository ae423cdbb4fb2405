/** One way to do a piece of work. */
export interface Side {
  /** What it is, as the table prints it. */
  readonly name: string;
  readonly run: () => unknown;
}

/** How long a side took, against the side that all are divided by. */
export interface Measured {
  readonly name: string;
  /** The median of its samples, milliseconds for one run. */
  readonly milliseconds: number;
  /** Its median, divided by that of the denominator. */
  readonly ratio: number;
}

/** A comparison of several sides in one process. */
export interface Comparison {
  readonly denominator: Measured;
  readonly sides: readonly Measured[];
}

/** A sample is repeated until it lasts this many milliseconds, so that the clock's steps do not count. */
const sampleMilliseconds = 5;

/** The middle one of the samples. */
export const median = (samples: readonly number[]): number =>
  [...samples].sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;

const time = async (side: Side, repeats: number): Promise<number> => {
  const start = performance.now();
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const result = side.run();
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / repeats;
};

/** How often a side runs in one sample; finding it out warms the side up. */
const repeatsOf = async (side: Side): Promise<number> => {
  await time(side, 1);
  for (let repeats = 1; ; repeats *= 2) {
    if ((await time(side, repeats)) * repeats >= sampleMilliseconds) return repeats;
  }
};

/**
 * Runs all sides in turn, one sample of each in a round, so that what else the machine does falls on all alike.
 *
 * @param rounds how many samples each side gives, 15 or more
 */
export const compare = async (
  denominator: Side,
  sides: readonly Side[],
  rounds = 15,
): Promise<Comparison> => {
  const all: { side: Side; repeats: number; samples: number[] }[] = [];
  for (const side of [denominator, ...sides]) all.push({ side, repeats: await repeatsOf(side), samples: [] });
  for (let round = 0; round < rounds; round += 1) {
    // Every other round goes backwards, so that no side always follows the same one.
    const order = round % 2 === 0 ? all : [...all].reverse();
    for (const { side, repeats, samples } of order) samples.push(await time(side, repeats));
  }
  const [first, ...others] = all.map(({ side, samples }) => ({
    name: side.name,
    milliseconds: median(samples),
  }));
  if (!first) throw new RangeError("There is nothing to compare.");
  const against = ({ name, milliseconds }: { name: string; milliseconds: number }): Measured => ({
    name,
    milliseconds,
    ratio: milliseconds / first.milliseconds,
  });
  return { denominator: against(first), sides: others.map(against) };
};
