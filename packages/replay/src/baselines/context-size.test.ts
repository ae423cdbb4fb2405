import { expect, it } from "vitest";
import { ContextSize } from "./context-size.js";

it("each call reads all that is there; what the one before had read is cached", () => {
  const size = new ContextSize();
  size.add(1_000);
  size.call();
  size.add(200, "#1");
  size.call();
  const priced = 1_000 * 1.25 + (1_000 * 0.1 + 200 * 1.25);
  expect(size.totals).toEqual({ calls: 2, input: 2_200, cached: 1_000, rewritten: 0, priced });
  expect(size.lengths).toEqual([1_000, 1_200]);
});

it("a call after the cache's lifetime writes all of it again, which no change did", () => {
  const size = new ContextSize();
  size.add(1_000);
  size.call();
  size.add(200, "#1");
  size.call(true, true);
  expect(size.totals).toEqual({ calls: 2, input: 2_200, cached: 0, rewritten: 0, priced: 2_200 * 1.25 });
});

it("what is cleared is no longer read, and what stands after it is written again", () => {
  const size = new ContextSize();
  size.add(100);
  for (const id of ["#1", "#2", "#3", "#4"]) size.add(50, id);
  size.call();
  size.add(7, "#5");
  size.clear({ keep: 3 }, 9);
  expect(size.size).toBe(307 - 2 * 50 + 2 * 9);
  size.call();
  // The placeholders are new; of what was known 100 are read from the cache, and two results are written again.
  expect(size.totals).toMatchObject({ cached: 100, rewritten: 100 });
  expect(size.totals.priced).toBeCloseTo(300 * 1.25 + 100 * 0.1 + (225 - 100) * 1.25, 5);
  size.clear({ keep: 3 }, 9);
  expect(size.size).toBe(225);
  size.clear({ ids: new Set(["#5"]) }, 0);
  expect(size.size).toBe(218);
  size.call();
  expect(size.totals).toMatchObject({ calls: 3, cached: 100 + 218, rewritten: 100 });
});

it("what is taken back at the end is no longer read, and what stands before it is still cached", () => {
  const size = new ContextSize();
  size.add(100);
  size.call();
  size.add(40);
  size.call();
  size.takeBack(40);
  size.add(3);
  size.call();
  expect(size.lengths).toEqual([100, 140, 103]);
  expect(size.totals).toMatchObject({ cached: 100 + 100, rewritten: 0 });
});

it("after a compaction only what was kept is there, and nothing of it is cached", () => {
  const size = new ContextSize();
  size.add(100, "#1");
  size.add(30, "#2");
  size.call();
  size.compact(new Set(["#2"]));
  size.add(5);
  size.call();
  const input = 130 + 35;
  expect(size.totals).toEqual({ calls: 2, input, cached: 0, rewritten: 0, priced: input * 1.25 });
});
