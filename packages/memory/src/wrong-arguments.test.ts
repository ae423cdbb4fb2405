import { readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { scratchFolder } from "@lembas/build/testing";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  applyOps,
  createInMemoryStore,
  createMemory,
  type MemoryStore,
  memoryTool,
  pinned,
  readToolCall,
  renderMemory,
  renderResult,
} from "./index.js";
import { createFileStore } from "./node.js";
import { checkTarget, updateConflict } from "./store.js";

type IsRight = (value: unknown) => boolean;

/** Values of all types but the right one. */
const wrong = (isRight: IsRight): fc.Arbitrary<never> =>
  fc
    .oneof(
      fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
      fc.constantFrom(Symbol("odd"), () => 1, "", true, "a\0b"),
    )
    .filter((value) => !isRight(value))
    .map((value) => value as never);

const isText: IsRight = (value) => typeof value === "string";
const isName: IsRight = (value) => typeof value === "string" && value !== "";
const isPath: IsRight = (value) => typeof value === "string" && value !== "" && !value.includes("\0");
const isFlag: IsRight = (value) => typeof value === "boolean";
const isLabel: IsRight = (value) => typeof value === "string" && value.trim() !== "";
const isWord: IsRight = (value) => typeof value === "string" && /^[\w-]+$/.test(value);
const isLimit: IsRight = (value) => Number.isInteger(value) && Number(value) > 0;
const isCount: IsRight = (value) => Number.isInteger(value) && Number(value) >= 0;
const isObject: IsRight = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isFunction: IsRight = (value) => typeof value === "function";
const listOf =
  (isRight: IsRight): IsRight =>
  (value) =>
    Array.isArray(value) && value.every(isRight);
const maybe =
  (isRight: IsRight): IsRight =>
  (value) =>
    value === undefined || isRight(value);
const isTexts = listOf(isText);
const isNames: IsRight = (value) => isTexts(value) && (value as unknown[]).length > 0;
const never: IsRight = () => false;

const folder = scratchFolder();
const kept = createInMemoryStore({ user: ["Prefers tea."] });
const memory = createMemory({ store: kept });
const add = { target: "user", action: "add", content: "Lives in Oslo." };
const change = () => ({ entries: ["changed"], ops: [], value: null });
const input = { target: "user", entries: [], limit: 10, ops: [] };
const block = { label: "Memory", entries: [], limit: 10 };
const result = { ok: false, message: "No.", usage: "0%", shown: true, entries: [] };
const settings = { label: "User", limit: 10 };

const ofStores: readonly [string, IsRight, (store: MemoryStore, value: never) => unknown][] = [
  ["a target's name", isWord, (store, target) => store.read(target)],
  ["a target's name", isWord, (store, target) => store.update(target, change)],
  ["change", isFunction, (store, value) => store.update("user", value)],
  ["options", maybe(isObject), (store, options) => store.update("user", change, options)],
  ["operationId", maybe(isName), (store, operationId) => store.update("user", change, { operationId })],
  ["what change gives", isObject, (store, outcome) => store.update("user", () => outcome)],
  [
    "refused",
    maybe(isFlag),
    (store, refused) => store.update("user", () => ({ ...change(), refused: refused as false })),
  ],
  ["entries", isTexts, (store, entries) => store.update("user", () => ({ ...change(), entries }))],
  ["ops", Array.isArray, (store, ops) => store.update("user", () => ({ ...change(), ops }))],
  ["reason", maybe(isText), (store, reason) => store.update("user", () => ({ ...change(), reason }))],
];

const fileStore = createFileStore({ folder, history: true });

it.each<[string, IsRight, (value: never) => unknown]>([
  ["applyOps's input", isObject, (value) => applyOps(value)],
  ["target", isText, (target) => applyOps({ ...input, target })],
  ["entries", isTexts, (entries) => applyOps({ ...input, entries })],
  ["limit", isLimit, (limit) => applyOps({ ...input, limit })],
  ["label", maybe(isText), (label) => applyOps({ ...input, label })],
  ["withhold", maybe(isFunction), (withhold) => applyOps({ ...input, withhold })],
  ["options", isObject, (options) => createMemory(options)],
  ["store", never, (store) => createMemory({ store })],
  ["targets", maybe(isObject), (targets) => createMemory({ store: kept, targets })],
  ["targets.user", isObject, (user) => createMemory({ store: kept, targets: { user } })],
  [
    "targets.user.label",
    isLabel,
    (label) => createMemory({ store: kept, targets: { user: { ...settings, label } } }),
  ],
  [
    "targets.user.limit",
    isLimit,
    (limit) => createMemory({ store: kept, targets: { user: { ...settings, limit } } }),
  ],
  ["maxChars", maybe(isCount), (maxChars) => createMemory({ store: kept, maxChars })],
  ["policies", maybe(Array.isArray), (policies) => createMemory({ store: kept, policies })],
  ["policies\\[0\\]", isObject, (policy) => createMemory({ store: kept, policies: [policy] })],
  ["options", maybe(isObject), (options) => memory.call(add, options)],
  ["operationId", maybe(isName), (operationId) => memory.call(add, { operationId })],
  ["dryRun", maybe(isFlag), (dryRun) => memory.call(add, { dryRun })],
  ["reason", maybe(isText), (reason) => memory.call(add, { reason })],
  ["options", maybe(isObject), (options) => readToolCall({}, options)],
  ["targets", maybe(isNames), (targets) => readToolCall({}, { targets })],
  ["options", maybe(isObject), (options) => memoryTool(options)],
  ["targets", maybe(isNames), (targets) => memoryTool({ targets })],
  ["renderMemory's input", isObject, (value) => renderMemory(value)],
  ["label", isText, (label) => renderMemory({ ...block, label })],
  ["entries", (value) => value === null || isTexts(value), (entries) => renderMemory({ ...block, entries })],
  ["limit", isLimit, (limit) => renderMemory({ ...block, limit })],
  ["maxChars", maybe(isCount), (maxChars) => renderMemory({ ...block, maxChars })],
  ["withhold", maybe(isFunction), (withhold) => renderMemory({ ...block, withhold })],
  ["result", isObject, (value) => renderResult(value)],
  ["ok", isFlag, (ok) => renderResult({ ...result, ok })],
  ["message", isText, (message) => renderResult({ ...result, message })],
  ["usage", isText, (usage) => renderResult({ ...result, usage })],
  ["shown", isFlag, (shown) => renderResult({ ...result, shown })],
  ["entries", isTexts, (entries) => renderResult({ ...result, entries })],
  ["isPinned", isFunction, (isPinned) => pinned(isPinned)],
  ["a target's name", isWord, (target) => checkTarget(target)],
  ["a target's name", isWord, (target) => updateConflict(target)],
  ["entries", maybe(isObject), (entries) => createInMemoryStore(entries)],
  ["entries.user", isTexts, (user) => createInMemoryStore({ user })],
  ["options", isObject, (options) => createFileStore(options)],
  ["folder", isPath, (path) => createFileStore({ folder: path })],
  ["history", maybe(isFlag), (history) => createFileStore({ folder, history })],
  ["a target's name", isWord, (target) => fileStore.undo(target)],
  ...[kept, fileStore].flatMap((store) =>
    ofStores.map(([name, isRight, call]): [string, IsRight, (value: never) => unknown] => [
      name,
      isRight,
      (value) => call(store, value),
    ]),
  ),
])("%s of a wrong type is refused before anything is done", async (name, isRight, call) => {
  const property = fc.asyncProperty(wrong(isRight), async (value) => {
    const error = await (async () => call(value))().catch((caught: unknown) => caught);
    expect(error instanceof TypeError || error instanceof RangeError).toBe(true);
    expect(error).toMatchObject({
      message: expect.stringMatching(new RegExp(`^${name} must be .*; got `, "s")),
    });
  });
  await fc.assert(property, { numRuns: 50 });
  expect((await kept.read("user")).entries).toEqual(["Prefers tea."]);
  expect(readdirSync(folder)).toEqual([]);
});

const odd = (options: object) => options as never;

it.each<[string, () => unknown, string]>([
  [
    "createMemory",
    () => createMemory(odd({ store: kept, policys: [] })),
    '"policys"; there are store, targets, policies, maxChars',
  ],
  [
    "applyOps",
    () => applyOps(odd({ target: "user", entries: [], limit: 10, ops: [], withold: () => "secret" })),
    '"withold"; there are target, entries, limit, ops, label, withhold',
  ],
  ["call", () => memory.call(add, odd({ opId: "1" })), '"opId"; there are operationId, dryRun, reason'],
  [
    "renderMemory",
    () => renderMemory(odd({ ...block, maxChar: 1 })),
    '"maxChar"; there are label, entries, limit, maxChars, withhold',
  ],
  ["memoryTool", () => memoryTool(odd({ target: ["user"] })), '"target"; there are targets'],
  ["readToolCall", () => readToolCall(add, odd({ target: ["user"] })), '"target"; there are targets'],
  [
    "createFileStore",
    () => createFileStore(odd({ folder, histroy: true })),
    '"histroy"; there are folder, history',
  ],
  ...[kept, fileStore].map((store): [string, () => unknown, string] => [
    "update",
    () => store.update("user", change, odd({ id: "1" })),
    '"id"; there are operationId',
  ]),
])("C16: an option of another name is refused by %s, with nothing changed", async (_name, call, message) => {
  await expect((async () => call())()).rejects.toThrow(new TypeError(`unknown option ${message}`));
  expect((await kept.read("user")).entries).toEqual(["Prefers tea."]);
  expect(readdirSync(folder)).toEqual([]);
});

describe("what a program gets wrong", () => {
  it("is said with what is right", async () => {
    expect(() => createMemory({ store: kept, targets: {} })).toThrow(
      new TypeError("targets must be at least one target; got none"),
    );
    expect(() => createMemory({ store: kept, targets: { User: settings, user: settings } })).toThrow(
      new TypeError("targets must be names that differ in more than case; got User and user"),
    );
    await expect(kept.update("user", (async () => change()) as never)).rejects.toThrow(
      "what change gives must be an object like { entries, ops, value } or { refused: true, value }; got a promise",
    );
  });

  it("a change that is a promise ends nothing else when it fails", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const late = async () => {
      throw new Error("late");
    };
    for (const store of [kept, fileStore]) {
      await expect(store.update("user", late as never)).rejects.toThrow("got a promise");
    }
    await setImmediate();
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it("a value that is not JSON is refused with an operation id, with nothing changed", async () => {
    for (const store of [kept, fileStore]) {
      const update = store.update("user", () => ({ ...change(), value: 1n }), { operationId: "call_1" });
      await expect(update).rejects.toThrow(TypeError);
      expect((await store.read("user")).entries).not.toContain("changed");
    }
  });
});
