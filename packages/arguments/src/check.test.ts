import { describe, expect, it } from "vitest";
import {
  checkFlag,
  checkFolder,
  checkFunction,
  checkList,
  checkListOf,
  checkNames,
  checkNumber,
  checkObject,
  checkText,
  checkWhole,
} from "./index.js";

describe("what is right passes", () => {
  it.each<[string, () => void]>([
    ["a text", () => checkText("")],
    ["a number", () => checkNumber(Number.NaN, "seconds")],
    ["a whole number", () => checkWhole(0, "count")],
    ["the least whole number", () => checkWhole(1, "limit", 1)],
    ["a flag", () => checkFlag(false, "clean")],
    ["a function", () => checkFunction(String, "redact")],
    ["a folder", () => checkFolder("notes/of me")],
    ["an object", () => checkObject(Object.create(null), "options", "{}")],
    ["a list", () => checkList([], "ops")],
    ["an empty list of texts", () => checkListOf([], "targets", "string")],
    ["the names of a list", () => checkNames({ a: 1 }, ["a", "b"], "option")],
    ["a list of functions", () => checkListOf([String, () => 1], "policies", "function")],
  ])("%s", (_, check) => {
    expect(check).not.toThrow();
  });
});

describe("what is wrong throws an error that says what was given and what is right", () => {
  it.each<[() => void, Error]>([
    [() => checkText(5), new TypeError("text must be a string; got 5")],
    [() => checkText(null, "path"), new TypeError("path must be a string; got null")],
    [() => checkNumber("5", "seconds"), new TypeError('seconds must be a number; got the string "5"')],
    [() => checkWhole("5", "count"), new TypeError('count must be a number; got the string "5"')],
    [() => checkWhole(0.5, "count"), new RangeError("count must be a whole number of at least 0; got 0.5")],
    [() => checkWhole(0, "limit", 1), new RangeError("limit must be a whole number of at least 1; got 0")],
    [
      () => checkWhole(Number.POSITIVE_INFINITY, "limit"),
      new RangeError("limit must be a whole number of at least 0; got Infinity"),
    ],
    [() => checkFlag(1, "clean"), new TypeError("clean must be true or false; got 1")],
    [
      () => checkFunction({}, "redact"),
      new TypeError("redact must be a function; got a value of type object"),
    ],
    [() => checkFolder(""), new TypeError('folder must be the path of a folder; got the string ""')],
    [
      () => checkFolder("a\0b"),
      new TypeError('folder must be the path of a folder; got the string "a\\u0000b"'),
    ],
    [() => checkFolder(undefined), new TypeError("folder must be the path of a folder; got undefined")],
    [
      () => checkObject([], "options", "{ wait: 1_000 }"),
      new TypeError("options must be an object like { wait: 1_000 }; got an array"),
    ],
    [() => checkObject(null, "options", "{}"), new TypeError("options must be an object like {}; got null")],
    [
      () => checkObject(String, "options", "{}"),
      new TypeError("options must be an object like {}; got a value of type function"),
    ],
    [() => checkList({ length: 0 }, "ops"), new TypeError("ops must be a list; got a value of type object")],
    [
      () => checkListOf("user", "targets", "string"),
      new TypeError('targets must be a list of strings; got the string "user"'),
    ],
    [
      () => checkNames({ a: 1, c: 2 }, ["a", "b"], "option"),
      new TypeError('unknown option "c"; there are a, b'),
    ],
    [
      () => checkListOf([String, 1], "policies", "function"),
      new TypeError("policies must be a list of functions; got an array with 1"),
    ],
  ])("%s", (check, error) => {
    expect(check).toThrow(error);
  });
});
