import { isJsonObject } from "@lembas/arguments";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryTool, type ToolSchema } from "./memory-tool.js";

const { name, description, schema, strictSchema } = memoryTool();

const FORBIDDEN = [
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "$ref",
  "$defs",
  "if",
  "then",
  "else",
  "patternProperties",
];

/** What strict function calling asks of a schema, told of each place that breaks it. */
const strictFaults = (node: unknown, at = "#"): string[] => {
  if (!isJsonObject(node)) return [`${at} is no schema`];
  const faults = FORBIDDEN.filter((keyword) => keyword in node).map((keyword) => `${at} has ${keyword}`);
  const { type, enum: values, items, properties, required, additionalProperties } = node;
  const types = [type].flat();
  if (Array.isArray(values) && values.includes(null) !== types.includes("null"))
    faults.push(`${at} enum and type`);
  if (types.includes("array")) faults.push(...strictFaults(items, `${at}/items`));
  if (!types.includes("object")) return faults;
  const inside = Object.entries(isJsonObject(properties) ? properties : {});
  if (additionalProperties !== false) faults.push(`${at} lets further properties through`);
  if (JSON.stringify(required) !== JSON.stringify(inside.map(([key]) => key)))
    faults.push(`${at} requires not all`);
  return [...faults, ...inside.flatMap(([key, value]) => strictFaults(value, `${at}/${key}`))];
};

const compile = (given: ToolSchema) => new Ajv2020({ strict: true, allErrors: true }).compile(given);

describe("the schemas", () => {
  it("are valid in a strict validator", () => {
    expect(() => compile(schema)).not.toThrow();
    expect(() => compile(strictSchema)).not.toThrow();
  });

  it("keep the rules of strict function calling, in the strict form", () => {
    expect(strictFaults(strictSchema)).toEqual([]);
    expect(strictFaults(schema)).not.toEqual([]);
  });

  it("have no keyword that providers refuse, in the plain form either", () => {
    const keys = Array.from(JSON.stringify(schema).matchAll(/"([^"]+)":/g), ([, key]) => key);
    expect(keys.filter((key) => key !== undefined && FORBIDDEN.includes(key))).toEqual([]);
  });

  it("let calls through as each form wants them", () => {
    const call = { target: "user", action: "add", content: "Prefers tea." };
    const none = { target: null, action: null, content: null, old_text: null, operations: null };
    const operations = [{ action: "remove", content: null, old_text: "tea" }];
    expect(compile(schema)(call)).toBe(true);
    expect(compile(schema)({ operations: [call] })).toBe(true);
    expect(compile(schema)({ action: "merge" })).toBe(false);
    expect(compile(strictSchema)({ ...none, ...call })).toBe(true);
    expect(compile(strictSchema)({ ...none, operations })).toBe(true);
    expect(compile(strictSchema)(call)).toBe(false);
    expect(compile(strictSchema)({ ...none, ...call, reason: "x" })).toBe(false);
  });

  it("name the targets", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (targets) => {
        const tool = memoryTool({ targets });
        expect(tool.schema.properties).toMatchObject({ target: { enum: targets } });
        expect(tool.strictSchema.properties).toMatchObject({ target: { enum: [...targets, null] } });
      }),
    );
  });
});

it("has a name that every provider takes, and a description that names the lists", () => {
  expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(description).toContain("memory (Memory), user (The user profile)");
  expect(description.length).toBeLessThan(1024);
});

it("says of every field what it is for, and which actions there are", () => {
  const told = (node: unknown): unknown[] => {
    if (!isJsonObject(node)) return [];
    const { properties, items } = node;
    const fields = isJsonObject(properties) ? Object.values(properties) : [];
    return [...fields, ...fields.flatMap(told), ...told(items)];
  };
  const fields = told(schema).filter(isJsonObject);
  expect(fields.length).toBeGreaterThan(5);
  for (const { description, type } of fields) {
    expect(type).toEqual(expect.any(String));
    expect(String(description)).toMatch(/^[A-Z].{5,}\.$/s);
  }
  const actions = fields.flatMap(({ enum: values }) => (Array.isArray(values) ? [values] : []));
  expect(actions).toContainEqual(["add", "replace", "remove"]);
});
