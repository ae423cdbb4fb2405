import { scratchFolder } from "@lembas/build/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { applyOps, createMemory, readToolCall } from "./index.js";
import { createFileStore } from "./node.js";

const fail = (): never => {
  throw new Error("not readable");
};
const FIELDS = ["target", "action", "content", "new_text", "old_text", "old_string", "operations", "toJSON"];

/** A value of which every look inside throws. */
const sealed = (target: object): object =>
  new Proxy(target, {
    get: fail,
    has: fail,
    ownKeys: fail,
    getPrototypeOf: fail,
    getOwnPropertyDescriptor: fail,
  });

const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};

/** What no JSON text can be, by names that can be generated and printed. */
const ODD: Readonly<Record<string, () => unknown>> = {
  "sealed object": () => sealed({}),
  "sealed list": () => sealed([{ action: "add", content: "x" }]),
  "revoked object": () => revoked({}),
  "revoked list": () => revoked([]),
  "no text": () => ({ toString: fail, toJSON: fail, valueOf: fail }),
  bigint: () => 1n,
  symbol: () => Symbol("s"),
  function: () => fail,
};

/** Makes a plan a value: names of odd values become them, and so does each field, as a getter, that is named "throws". */
const make = (plan: unknown): unknown => {
  if (typeof plan === "string") return ODD[plan]?.() ?? plan;
  if (Array.isArray(plan)) return plan.map(make);
  if (typeof plan !== "object" || plan === null) return plan;
  const made = {};
  for (const [name, field] of Object.entries(plan)) {
    const property = field === "throws" ? { get: fail } : { value: make(field) };
    Object.defineProperty(made, name, { ...property, enumerable: true });
  }
  return made;
};

const plan = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      "add",
      "replace",
      "user",
      "memory",
      "Prefers tea.",
      "throws",
      null,
      7,
      ...Object.keys(ODD),
    ),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...FIELDS), tie("value")),
  ),
})).value;

it("values that throw when they are looked into are no exception", () => {
  fc.assert(
    fc.property(plan, (planned) => {
      const value = make(planned);
      const call = readToolCall(value);
      expect(["memory", "user", undefined]).toContain(call.ok ? call.target : undefined);
      for (const ops of [value, [value], call.ok ? call.ops : []]) {
        const { message } = applyOps({ target: "user", entries: ["Prefers tea."], limit: 100, ops });
        expect(message).toMatch(/./);
      }
    }),
    { numRuns: 2_000 },
  );
});

it("neither are they for a store with a history", async () => {
  const store = createFileStore({ folder: scratchFolder(), history: true });
  const memory = createMemory({ store });
  const property = fc.asyncProperty(plan, async (planned) => {
    expect((await memory.call(make(planned))).text).toMatch(/./);
  });
  await fc.assert(property, { numRuns: 100 });
  const odd = { action: "add", content: "Lives in Oslo.", new_text: { toJSON: fail }, old_text: 1n };
  expect((await memory.call(odd)).text).toMatch(/^Entry added\./);
  expect((await store.undo("memory"))?.added).toEqual(["Lives in Oslo."]);
});

it("what can be read of a call counts", () => {
  const call = { operations: [sealed({}), { action: "add", content: "x" }] };
  expect(readToolCall(sealed({}))).toEqual({ ok: true, target: "memory", ops: [] });
  const result = applyOps({ target: "memory", entries: [], limit: 100, ops: call.operations });
  expect(result.message).toMatch(/^operation 1: no action/);
});
