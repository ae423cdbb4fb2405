import { describe, expect, it } from "vitest";
import { EntryList } from "./entry-list.js";

describe("the entries while operations change them", () => {
  it("are counted along, those that are there twice too", () => {
    const list = new EntryList(["a", "bb", "a"]);
    expect(list.take(0)).toBe("a");
    expect(list.has("a")).toBe(true);
    expect(list.put(0, "a")).toBe("bb");
    expect(list.toArray()).toEqual(["a"]);
    expect(list.size).toBe(1);
    expect(list.put(0, "a")).toBe("a");
    expect(list.take(0)).toBe("a");
    expect(list.has("a")).toBe(false);
    expect(list.size).toBe(0);
  });

  it("keep the place of the one that is replaced, whichever of equal ones it is", () => {
    const list = new EntryList(["x", "a", "x", "b", "x"]);
    list.put(3, "x");
    expect(list.toArray()).toEqual(["a", "x"]);
  });

  it("take a long list of additions in a time that grows with the list", () => {
    const list = new EntryList([]);
    for (let index = 0; index < 200_000; index++) {
      if (!list.has(`fact number ${index}`)) list.append(`fact number ${index}`);
    }
    expect(list.find("fact number 199999")).toBe(199_999);
  });
});
