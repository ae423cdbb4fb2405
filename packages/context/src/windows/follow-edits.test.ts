import fc from "fast-check";
import { expect, it } from "vitest";
import { followChanges, followRange } from "./follow-edits.js";

/** Changes in order, as a diff has them: each begins after the one before it, and does something. */
const someChanges = fc.array(fc.tuple(fc.nat(4), fc.nat(3), fc.nat(3)), { maxLength: 6 }).map((steps) => {
  let line = 1;
  return steps
    .filter(([, deleted, added]) => deleted + added > 0)
    .map(([gap, deleted, added]) => {
      const at = line + gap;
      line = at + deleted + 1;
      return [at, deleted, added] as const;
    });
});

it("a window's numbers follow a change as its lines do", () => {
  const range = fc.tuple(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 10 }));
  fc.assert(
    fc.property(range, someChanges, ([first, count], changes) => {
      const blank = (length: number): string[] => Array.from({ length }, () => "");
      const followed = followChanges(
        { first, lines: blank(count) },
        changes.map(([at, deleted, added]) => ({ at, deleted, added: blank(added) })),
      );
      expect(followRange({ first, last: first + count - 1 }, changes)).toEqual(
        followed && { first: followed.first, last: followed.first + followed.lines.length - 1 },
      );
    }),
  );
});

it("a change of every second line of a long file is followed in time that grows with the file", () => {
  const lines = Array.from({ length: 200_000 }, (_, line) => `line ${line}`);
  const changes = lines.flatMap((_, line) =>
    line % 2 === 0 ? [{ at: line + 1, deleted: 1, added: ["new"] }] : [],
  );
  const followed = followChanges({ first: 1, lines }, changes);
  expect(followed?.lines.slice(0, 3)).toEqual(["new", "line 1", "new"]);
  expect(followed?.lines).toHaveLength(200_000);
});
