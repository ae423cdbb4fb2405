import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BranchEntry } from "./formats/format.js";
import { otherBranches } from "./last-branch.js";

const entry = (
  id: string,
  parent: string | null | undefined,
  more: Partial<BranchEntry> = {},
): BranchEntry => ({
  id,
  parent,
  begins: true,
  silent: false,
  ...more,
});
const left = async (...entries: readonly (BranchEntry | undefined)[]): Promise<number[]> => {
  const values = entries.map((value) => ({ value, where: "" }));
  return [...(await otherBranches(values, (value) => value as BranchEntry | undefined))];
};

describe("other branches", () => {
  test("are what the parents of the last entry do not lead to", async () => {
    expect(await left(entry("1", null), entry("2", "1"), entry("3", "2"))).toEqual([]);
    expect(await left(entry("1", null), entry("2", "1"), entry("3", "1"), entry("4", "3"))).toEqual([1]);
    expect(await left(entry("1", null), entry("2", null), entry("3", "1"))).toEqual([1]);
    expect(await left(entry("1", null), entry("2", "1"), entry("3", null))).toEqual([0, 1]);
  });

  test("hold nothing that has no place in the tree, and nothing that says nothing", async () => {
    const silent = entry("2", "1", { silent: true });
    expect(await left(undefined, entry("1", null), silent, undefined, entry("3", "1"))).toEqual([]);
  });

  test("end where a parent is not in the file: the entry before it is taken", async () => {
    expect(await left(entry("1", null), entry("2", "gone"), entry("3", undefined))).toEqual([]);
    expect(await left(entry("1", null), entry("2", "3"), entry("3", "3"))).toEqual([]);
  });

  test("have with an entry all that follows it until the next one that may begin a branch", async () => {
    const follows = { begins: false };
    const turn = [entry("1", null), entry("2", "1", follows), entry("3", "1", follows)];
    expect(await left(...turn, entry("4", "2"))).toEqual([]);
    expect(await left(...turn, entry("4", "3"), entry("5", "4", follows), entry("6", "3"))).toEqual([3, 4]);
  });

  test("are, of any tree, all that is no ancestor of the last entry", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), async (choices) => {
        const parents = choices.map((choice, at) => (choice % (at + 1)) - 1);
        const path = new Set<number>();
        for (let at = parents.length - 1; at >= 0; at = parents[at] ?? -1) path.add(at);
        const entries = parents.map((parent, at) => entry(`${at}`, parent < 0 ? null : `${parent}`));
        expect(await left(...entries)).toEqual([...parents.keys()].filter((at) => !path.has(at)));
      }),
    );
  });
});
