import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fromExitCode, fromNodeExit, type JobRecord, jobNote } from "./index.js";
import { watchCommand } from "./node.js";

type IsRight = (value: unknown) => boolean;

/** Values of all types but the right one. */
const wrong = (isRight: IsRight): fc.Arbitrary<never> =>
  fc
    .oneof(
      fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
      fc.constantFrom(Symbol("odd"), () => 1, "", true),
    )
    .filter((value) => !isRight(value))
    .map((value) => value as never);

const isText: IsRight = (value) => typeof value === "string";
const isFlag: IsRight = (value) => typeof value === "boolean";
const isMark: IsRight = (value) => typeof value === "string" && value.trim() !== "" && !/[\r\n]/.test(value);
const isObject: IsRight = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isFunction: IsRight = (value) => typeof value === "function";
const isWhole =
  (least: number): IsRight =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least;
const isAnyWhole = isWhole(Number.NEGATIVE_INFINITY);
const isEncoding: IsRight = (value) => value === "utf-8";
const isTimeout: IsRight = (value) => typeof value === "number" && value > 0 && value < 2 ** 31;
const maybe =
  (isRight: IsRight): IsRight =>
  (value) =>
    value === undefined || isRight(value);
const orNull =
  (isRight: IsRight): IsRight =>
  (value) =>
    value === null || isRight(value);
const never: IsRight = () => false;
const isEmptyObject: IsRight = (value) => isObject(value) && Object.keys(Object(value)).length === 0;

const record: JobRecord = { kind: "command", id: "job1", command: "npm test", exit: 0, seconds: 5 };
const options = { id: "job1", command: "sleep 100" };
let child: ChildProcess;

beforeAll(async () => {
  child = spawn("sleep", ["100"]);
  await once(child, "spawn");
});
afterAll(() => child.kill());

it.each<[string, IsRight, (value: never) => unknown]>([
  ["record", isObject, (value) => jobNote(value)],
  ["kind", never, (kind) => jobNote({ ...record, kind })],
  ["options", maybe(isObject), (value) => jobNote(record, value)],
  ["marks", maybe(isEmptyObject), (marks) => jobNote(record, { marks })],
  ["marks.command", maybe(isMark), (mark) => jobNote(record, { marks: { command: mark } })],
  ["marks.message", maybe(isMark), (mark) => jobNote(record, { marks: { message: mark } })],
  ["redact", maybe(isFunction), (redact) => jobNote(record, { redact })],
  ["what redact gives", isText, (given) => jobNote(record, { redact: () => given })],
  ["tailChars", maybe(isWhole(0)), (tailChars) => jobNote(record, { tailChars })],
  ["headChars", maybe(isWhole(0)), (headChars) => jobNote(record, { headChars })],
  ["textChars", maybe(isWhole(0)), (textChars) => jobNote(record, { textChars })],
  ["code", orNull(isAnyWhole), (code) => fromNodeExit(code, null)],
  ["signal", orNull(isText), (signal) => fromNodeExit(null, signal)],
  ["code", isAnyWhole, (code) => fromExitCode(code)],
  ["options", maybe(isObject), (value) => fromExitCode(1, value)],
  ["stopped", maybe(isFlag), (stopped) => fromExitCode(1, { stopped })],
  ["child", never, (value) => watchCommand(value, options)],
  ["options", isObject, (value) => watchCommand(child, value)],
  ["id", isText, (id) => watchCommand(child, { ...options, id })],
  ["command", isText, (command) => watchCommand(child, { ...options, command })],
  ["keepChars", maybe(isWhole(1)), (keepChars) => watchCommand(child, { ...options, keepChars })],
  ["redact", maybe(isFunction), (redact) => watchCommand(child, { ...options, redact })],
  ["encoding", maybe(isEncoding), (encoding) => watchCommand(child, { ...options, encoding })],
  ["timeout", maybe(isTimeout), (timeout) => watchCommand(child, { ...options, timeout })],
])("%s of a wrong type is refused before anything is done", (name, isRight, call) => {
  const property = fc.property(wrong(isRight), (value) => {
    let error: unknown;
    try {
      call(value);
    } catch (caught) {
      error = caught;
    }
    expect(error instanceof TypeError || error instanceof RangeError).toBe(true);
    expect(error).toMatchObject({
      message: expect.stringMatching(new RegExp(`^${name} must be .*; got `, "s")),
    });
  });
  fc.assert(property, { numRuns: 50 });
  expect(child.listenerCount("exit") + (child.stdout?.listenerCount("data") ?? 0)).toBe(0);
});

const odd = (value: object) => value as never;

it.each<[() => unknown, string]>([
  [
    () => jobNote(record, odd({ tailChar: 5 })),
    '"tailChar"; there are marks, redact, tailChars, headChars, textChars',
  ],
  [
    () => watchCommand(child, odd({ ...options, encodng: "gbk" })),
    '"encodng"; there are id, command, keepChars, timeout, encoding, redact',
  ],
  [() => fromExitCode(143, odd({ stoped: true })), '"stoped"; there are stopped'],
])("C16: an option of another name is refused: %s", (call, message) => {
  expect(call).toThrow(new TypeError(`unknown option ${message}`));
  expect(child.listenerCount("exit") + (child.stdout?.listenerCount("data") ?? 0)).toBe(0);
});
