import { expect, it } from "vitest";
import { ContextSize } from "./context-size.js";

it("each call reads all that is there; what the one before had read is cached", () => {
  const size = new ContextSize();
  size.add(1_000);
  size.call();
  size.add(200, "#1");
  size.call();
  expect(size.totals).toEqual({ calls: 2, input: 2_200, priced: 1_000 + 100 + 200 });
});

it("what is cleared is no longer read, and nothing after it is cached", () => {
  const size = new ContextSize();
  size.add(100);
  for (const id of ["#1", "#2", "#3", "#4"]) size.add(50, id);
  size.call();
  size.clear({ keep: 2 }, 9);
  expect(size.size).toBe(300 - 2 * 50 + 2 * 9);
  size.call();
  expect(size.totals.priced).toBe(300 + 100 * 0.1 + (218 - 100));
  size.clear({ keep: 2 }, 9);
  expect(size.size).toBe(218);
  size.clear({ ids: new Set(["#4"]) }, 0);
  expect(size.size).toBe(168);
  size.call();
  expect(size.totals.priced).toBeCloseTo(428 + 168 * 0.1);
});

it("after a compaction only what was kept is there", () => {
  const size = new ContextSize();
  size.add(100, "#1");
  size.add(30, "#2");
  size.call();
  size.compact(new Set(["#2"]));
  size.add(5);
  size.call();
  expect(size.totals).toEqual({ calls: 2, input: 130 + 35, priced: 130 + 35 });
});
