import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { appendLines, makeFolder, readBytes, readText, replaceFile, withLock } from "./index.js";

type IsRight = (value: unknown) => boolean;

/** Values of all types but the right one. */
const wrong = (isRight: IsRight): fc.Arbitrary<never> =>
  fc
    .oneof(
      fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
      fc.constantFrom(Symbol("odd"), () => 1, "", "a\0b"),
    )
    .filter((value) => !isRight(value))
    .map((value) => value as never);

const folder = scratchFolder();
const file = join(folder, "file");

const isPath: IsRight = (value) => typeof value === "string" && value !== "" && !value.includes("\0");
const isText: IsRight = (value) => typeof value === "string";
const isMissingOr =
  (isRight: IsRight): IsRight =>
  (value) =>
    value === undefined || isRight(value);
const isOptions: IsRight = (value) =>
  value === undefined || (typeof value === "object" && value !== null && !Array.isArray(value));
const isWait: IsRight = (value) => typeof value === "number" && value >= 0 && value < 2 ** 31;
const isLine: IsRight = (value) => typeof value === "string" && !value.includes("\n");
const isLines: IsRight = (value) => Array.isArray(value) && value.every(isLine);
const isFunction: IsRight = (value) => typeof value === "function";
const nothing = (): void => {};

it.each<[string, IsRight, (value: never) => Promise<unknown>]>([
  ["path", isPath, (path) => readText(path)],
  ["path", isPath, (path) => readBytes(path)],
  ["path", isPath, (path) => makeFolder(path)],
  ["path", isPath, (path) => replaceFile(path, "a")],
  ["path", isPath, (path) => appendLines(path, ["a"])],
  ["path", isPath, (path) => withLock(path, nothing)],
  ["text", isText, (text) => replaceFile(file, text)],
  ["text", isText, (text) => withLock(file, (locked) => locked.replace(text))],
  ["lines", isLines, (lines) => appendLines(file, lines)],
  ["lines", isLines, (lines) => withLock(file, (locked) => locked.append(lines))],
  ["action", isFunction, (action) => withLock(file, action)],
  ["options", isOptions, (options) => replaceFile(file, "a", options)],
  ["options", isOptions, (options) => appendLines(file, ["a"], options)],
  ["options", isOptions, (options) => withLock(file, nothing, options)],
  ["options", isOptions, (options) => withLock(file, (locked) => locked.replace("a", options))],
  ["before", isMissingOr(isText), (before) => replaceFile(file, "a", { before })],
  ["before", isMissingOr(isText), (before) => withLock(file, (locked) => locked.replace("a", { before }))],
  ["wait", isMissingOr(isWait), (wait) => replaceFile(file, "a", { wait })],
  ["wait", isMissingOr(isWait), (wait) => appendLines(file, ["a"], { wait })],
  ["wait", isMissingOr(isWait), (wait) => withLock(file, nothing, { wait })],
])("%s of a wrong type is refused before anything is done", async (name, isRight, call) => {
  const property = fc.asyncProperty(wrong(isRight), async (value) => {
    const error = await call(value).catch((caught: unknown) => caught);
    expect(error instanceof TypeError || error instanceof RangeError).toBe(true);
    expect(error).toMatchObject({
      message: expect.stringMatching(new RegExp(`^${name} must be .*; got `, "s")),
    });
    expect(readdirSync(folder)).toEqual([]);
  });
  await fc.assert(property, { numRuns: 50 });
});

it("a mistake is told at once, while somebody else has the lock", async () => {
  const other = join(scratchFolder(), "file");
  mkdirSync(`${other}.lembas-lock`);
  await expect(replaceFile(other, 5 as never)).rejects.toThrow("text must be a string; got 5");
  await expect(appendLines(other, ["a\nb"])).rejects.toThrow(
    "lines must be a list of strings without newlines",
  );
});

const odd = (options: object) => options as never;

it.each<[string, () => Promise<unknown>, string]>([
  ["replaceFile", () => replaceFile(file, "a", odd({ befor: "b" })), '"befor"; there are before, wait'],
  ["appendLines", () => appendLines(file, ["a"], odd({ before: "b" })), '"before"; there are wait'],
  ["withLock", () => withLock(file, nothing, odd({ waits: 5 })), '"waits"; there are wait'],
  [
    "replace",
    () => withLock(file, (locked) => locked.replace("a", odd({ wait: 5 }))),
    '"wait"; there are before',
  ],
])("C16: an option of another name is refused by %s", async (_name, call, message) => {
  await expect(call()).rejects.toThrow(new TypeError(`unknown option ${message}`));
  expect(readdirSync(folder)).toEqual([]);
});
