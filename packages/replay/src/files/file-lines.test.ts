import { describe, expect, it } from "vitest";
import { FileLines } from "./file-lines.js";
import { isStandIn } from "./file-version.js";

const newFile = (): FileLines => {
  let serial = 0;
  return new FileLines(() => ++serial);
};

describe("the lines of a file", () => {
  it("come together from the windows of one version", () => {
    const file = newFile();
    const first = file.show({ first: 1, lines: ["a"] });
    const second = file.show({ first: 3, lines: ["c"], parts: 4 });
    expect(second).toBe(first);
    const [one, unknown, three] = first.take().split("\n");
    expect([one, three]).toEqual(["a", "c"]);
    expect(isStandIn(unknown ?? "")).toBe(true);
    file.show({ first: 2, lines: ["b"] });
    expect(first.take()).toBe("a\nb\nc\n");
  });

  it("begin anew with a read that disagrees", () => {
    const file = newFile();
    const old = file.show({ first: 1, lines: ["a", "b"], parts: 3 });
    const changed = file.show({ first: 2, lines: ["B"] });
    expect(changed).not.toBe(old);
    expect(changed.take()).not.toContain("a\n");
    expect(old.take()).toBe("a\nb\n");
    expect(file.show({ first: 9, lines: ["i"] })).toBe(changed);
  });

  it("that end elsewhere are another version", () => {
    const file = newFile();
    const old = file.show({ first: 1, lines: ["a"], parts: 2 });
    expect(file.show({ first: 1, lines: ["a"], parts: 3 })).not.toBe(old);
    expect(file.show({ first: 4, lines: ["d"] }).take()).not.toContain("a\n");
  });

  it("two versions with the same known lines differ in those that are not known", () => {
    const file = newFile();
    const one = file.show({ first: 2, lines: ["b"] });
    file.change([{ kind: "unknown" }], undefined);
    expect(file.show({ first: 2, lines: ["b"] }).take()).not.toBe(one.take());
  });

  it("found after an edit are those before it too, where the edit did not touch them", () => {
    const file = newFile();
    file.show({ first: 1, lines: ["a"], parts: 4 });
    const change = file.change([{ kind: "replace", old: "a", new: "A\nAA", all: false }], undefined);
    file.show({ first: 3, lines: ["b", "c"] });
    expect(change?.before?.take()).toBe("a\nb\nc\n");
    expect(change?.after?.take()).toBe("A\nAA\nb\nc\n");
  });

  it("found behind the known end after an edit are those before it too", () => {
    const file = newFile();
    file.show({ first: 1, lines: ["a"] });
    const change = file.change([{ kind: "replace", old: "a", new: "A", all: false }], undefined);
    file.show({ first: 2, lines: ["b"], parts: 3 });
    expect(change?.before?.take()).toBe("a\nb\n");
    expect(change?.after?.take()).toBe("A\nb\n");
  });

  it("a whole new text needs all of the old one, or none of it", () => {
    const file = newFile();
    expect(file.change([{ kind: "whole", after: "x\n" }], undefined)?.before).toBeNull();
    const second = file.change([{ kind: "whole", after: "y\n" }], undefined);
    expect(second?.before?.take()).toBe("x\n");
    expect(second?.after?.take()).toBe("y\n");
    const partly = newFile();
    partly.show({ first: 4, lines: ["d"] });
    expect(partly.change([{ kind: "whole", after: "x\n" }], undefined)).toBeUndefined();
    expect(partly.change([{ kind: "whole", after: null }], undefined)?.after).toBeNull();
  });

  it("an edit that its result does not bear out is not believed, unless the result shows the whole file", () => {
    const file = newFile();
    file.show({ first: 1, lines: ["a", "b"], parts: 3 });
    const change = file.change([{ kind: "unknown" }], { first: 1, lines: ["a", "x", "b"], parts: 4 });
    expect(change?.before?.take()).toBe("a\nb\n");
    expect(change?.after?.take()).toBe("a\nx\nb\n");
    expect(file.change([{ kind: "unknown" }], { first: 2, lines: ["q"] })).toBeUndefined();
    expect(file.show({ first: 1, lines: ["a"] }).take()).toBe("a\nq\n");
  });

  it("an edit of a text that no read showed stands among lines that are not known", () => {
    const file = newFile();
    const change = file.change([{ kind: "replace", old: "b", new: "B", all: false }], undefined);
    expect(change?.adrift).toBe(true);
    expect(change?.before?.take().split("\n").filter(isStandIn)).toHaveLength(6);
    expect(change?.after?.take()).toContain("\nB\n");
  });
});
