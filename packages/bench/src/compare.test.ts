import { expect, it } from "vitest";
import { compare, median } from "./compare.js";

const wait = (milliseconds: number) => () => {
  for (const start = performance.now(); performance.now() - start < milliseconds; );
};

it("divides each side by the denominator", async () => {
  const { denominator, sides } = await compare(
    { name: "one", run: wait(2) },
    [
      { name: "three", run: wait(6) },
      { name: "async", run: () => new Promise((resolve) => setTimeout(resolve, 6)) },
    ],
    3,
  );
  expect(denominator).toMatchObject({ name: "one", ratio: 1 });
  expect(sides.map(({ name }) => name)).toEqual(["three", "async"]);
  for (const { ratio } of sides) expect(ratio).toBeGreaterThan(1.5);
});

it("takes the middle sample", () => {
  expect(median([9, 1, 5])).toBe(5);
});
