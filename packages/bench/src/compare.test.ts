import { expect, it } from "vitest";
import { against, compare, isKept, median, processorClock, rounds } from "./compare.js";

const wait = (milliseconds: number) => () => {
  for (const start = performance.now(); performance.now() - start < milliseconds; );
};

it("divides each side by the denominator", async () => {
  let prepared = 0;
  const prepare = () => {
    prepared += 1;
  };
  const { denominator, sides } = await compare({ name: "one", run: wait(1) }, [
    { name: "prepared", run: wait(1), prepare },
    { name: "async", run: () => new Promise((resolve) => setTimeout(resolve, 5)) },
  ]);
  expect(denominator).toMatchObject({ name: "one", ratio: 1 });
  expect(sides.map(({ name }) => name)).toEqual(["prepared", "async"]);
  for (const { value, ratio } of sides) expect(ratio).toBe(value / denominator.value);
  expect(prepared).toBe(rounds + 1);
});

it("by the processor's time counts no waiting", async () => {
  const asleep = {
    name: "asleep",
    run: () => new Promise((resolve) => setTimeout(resolve, 20)),
    prepare: () => {},
  };
  const { sides } = await compare(
    { name: "busy", run: wait(20), prepare: () => {} },
    [asleep],
    processorClock,
  );
  expect(sides[0]?.ratio).toBeLessThan(1);
});

it("takes the middle sample", () => {
  expect(median([9, 1, 5])).toBe(5);
});

it("keeps a bound that the first side is not above", () => {
  const comparison = against("ms", { name: "one", value: 2 }, [
    { name: "own", value: 3 },
    { name: "another", value: 9 },
  ]);
  expect(isKept(1.5, comparison)).toBe(true);
  expect(isKept(1.4, comparison)).toBe(false);
  expect(isKept(undefined, comparison)).toBe(true);
  expect(isKept(1, against("ms", { name: "one", value: 2 }, []))).toBe(false);
  expect(isKept(1, against("ms", { name: "one", value: 0 }, [{ name: "own", value: 0 }]))).toBe(false);
});
