import { describe, expect, it } from "vitest";
import { FixtureError } from "./fixture-error.js";
import { checkCases, readCases } from "./read-cases.js";

const read = (suite: string, ...cases: readonly unknown[]) =>
  readCases(suite, `${suite}/test.json`, { about: "A test.", cases });

describe("5.2 cases", () => {
  it("the input is the case without expect, id, why and needs", () => {
    const [item] = read("memory", {
      id: "memory/a/b",
      why: "3.1 So.",
      needs: ["x"],
      limit: 5,
      ops: [],
      expect: null,
    });
    expect(item).toEqual({
      suite: "memory",
      id: "memory/a/b",
      why: "3.1 So.",
      needs: ["x"],
      input: { limit: 5, ops: [] },
      expect: null,
      file: "memory/test.json",
      group: "ours",
    });
  });

  it("in the flat form of jobs-note the id is the job's", () => {
    const [item] = read("jobs-note", { kind: "command", id: "job3", why: "4.1 So.", expect: { text: "" } });
    expect(item?.input).toEqual({ kind: "command", id: "job3" });
    expect(item?.id).toMatch(/^jobs-note\/[0-9a-f]{8}$/u);
    expect(item?.why).toBe("4.1 So.");
  });

  it("with a record the id is the case's", () => {
    const [item] = read("jobs-note", { id: "jobs-note/a/b", record: { id: "job3" }, expect: { text: "" } });
    expect(item).toMatchObject({ id: "jobs-note/a/b", input: { record: { id: "job3" } } });
  });

  it.each([
    ["no object", 5, "case 1: a case is an object"],
    ["no expect", { id: "x", op: "y" }, "case 1 (x): no `expect`"],
    ["an id that is no text", { id: 5, expect: 1 }, "case 1: `id` is no text"],
    ["a why that is no text", { id: "x", why: 5, expect: 1 }, "case 1 (x): `why` is no text"],
    ["needs that are no list", { needs: "union", expect: 1 }, "case 1: `needs` is no list of texts"],
    ["needs that are no texts", { needs: [1], expect: 1 }, "case 1: `needs` is no list of texts"],
    ["a lone surrogate in a key", { a: { "\udc00": 1 }, expect: 1 }, "case 1: field a."],
  ])("%s is an error that names file and case", (_name, item, message) => {
    expect(() => read("memory", item)).toThrow(FixtureError);
    expect(() => read("memory", item)).toThrow(`memory/test.json, ${message}`);
  });

  it.each([[null], [[]], [{}], [{ cases: {} }]])(
    "a document without a list of cases is an error: %j",
    (document) => {
      expect(() => readCases("memory", "memory/test.json", document)).toThrow(
        "memory/test.json: no list `cases`",
      );
    },
  );
});

describe("5.3 ids", () => {
  it("is the first 8 digits of SHA-256 of the input as RFC 8785 JSON, whatever the order of its keys", () => {
    const seed = {
      kind: "command",
      id: "job3",
      command: "npm test",
      exit: 0,
      seconds: 5,
      unread: "ok 12 tests\n",
      expect: { text: "" },
    };
    const turned = Object.fromEntries(Object.entries(seed).reverse());
    expect(read("jobs-note", seed, turned).map((item) => item.id)).toEqual([
      "jobs-note/54d2f4ce",
      "jobs-note/54d2f4ce",
    ]);
  });

  it("finds two cases with one id, computed or not", () => {
    expect(() => checkCases(read("memory", { limit: 5, expect: 1 }, { limit: 5, expect: 1 }))).toThrow(
      /the id memory\/[0-9a-f]{8} is taken by a case of memory\/test\.json/u,
    );
  });

  it("finds one input with two answers, whatever else the cases say", () => {
    const cases = read(
      "memory",
      { id: "a", limit: 5, ops: [], expect: 1 },
      { id: "b", ops: [], limit: 5.0, expect: 2 },
    );
    expect(() => checkCases(cases)).toThrow("memory/test.json, b: another answer to the input of a");
  });

  it("has nothing against one input with one answer, or with another answer in another suite", () => {
    checkCases(
      read(
        "memory",
        { id: "a", limit: 5, expect: { x: 1, y: 2 } },
        { id: "b", limit: 5, expect: { y: 2, x: 1 } },
      ),
    );
    checkCases([
      ...read("memory", { id: "a", limit: 5, expect: 1 }),
      ...read("context", { id: "b", limit: 5, expect: 2 }),
    ]);
  });
});
