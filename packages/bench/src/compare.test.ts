import { expect, it } from "vitest";
import { against, compare, isKept, median, rounds, wallClock } from "./compare.js";

const wait = (milliseconds: number) => () => {
  for (const start = performance.now(); performance.now() - start < milliseconds; );
};

it("divides each side by the denominator", async () => {
  let prepared = 0;
  const prepare = () => {
    prepared += 1;
  };
  const { denominator, sides } = await compare({ name: "one", run: wait(0.1) }, [
    { name: "prepared", run: wait(0.1), prepare },
    { name: "async", run: async () => wait(0.1)() },
  ]);
  expect(denominator).toMatchObject({ name: "one", ratio: 1 });
  expect(sides.map(({ name }) => name)).toEqual(["prepared", "async"]);
  for (const { value, ratio } of sides) expect(ratio).toBe(value / denominator.value);
  expect(prepared).toBe(rounds + 200);
});

it("goes by the processor's time, which counts no waiting, unless it is given another clock", async () => {
  const asleep = {
    name: "asleep",
    run: () => new Promise((resolve) => setTimeout(resolve, 2)),
    prepare: () => {},
  };
  const busy = { name: "busy", run: wait(2), prepare: () => {} };
  expect((await compare(busy, [asleep])).sides[0]?.ratio).toBeLessThan(1);
  expect((await compare(busy, [asleep], wallClock)).sides[0]?.value).toBeGreaterThan(1);
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
