import { expect, it } from "vitest";
import { compare, median, rounds } from "./compare.js";

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

it("takes the middle sample", () => {
  expect(median([9, 1, 5])).toBe(5);
});
