import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { isBlank, wellFormed } from "@lembas/format";
import type { MemoryOperation } from "../operations/operation.js";
import { readSafely } from "../operations/operation.js";
import { quote } from "../operations/quote.js";
import { readTargetNames, type TargetNames } from "./target-names.js";

/** What a tool call asks for, or why it cannot be told. */
export type ToolCall =
  | {
      readonly ok: true;
      /** One of the given targets, spelled as it was given. */
      readonly target: string;
      /** What {@link applyOps} takes; fields that were absent or null are left out. */
      readonly ops: MemoryOperation[];
    }
  | {
      readonly ok: false;
      /** What was wrong, in a sentence for the model. */
      readonly message: string;
      readonly code: ToolCallRefusalCode;
    };

/** The stable word for each message about arguments that cannot be read. */
export type ToolCallRefusalCode = "unknown_target" | "operations_not_a_list";

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
};

const readObject = (value: unknown): JsonObject => {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  return isJsonObject(parsed) ? parsed : {};
};

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/** The fields of an operation, each with the names that models give it; the first that is there counts. */
const FIELDS = [
  ["action"],
  ["content"],
  ["new_text", "new_string", "newText"],
  ["old_text", "old_string", "oldText"],
] as const;

const readFields = (value: unknown): MemoryOperation => {
  const source = isJsonObject(value) ? value : {};
  const fields = FIELDS.flatMap((names) => {
    const name = names.find((candidate) => isThere(source[candidate]));
    return name === undefined ? [] : [[names[0], source[name]] as const];
  });
  return Object.fromEntries(fields);
};

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** The operations of a call's `operations`; none where it is absent or empty; undefined where it is other text. */
const readList = (operations: unknown): readonly unknown[] | undefined => {
  if (typeof operations !== "string") {
    if (Array.isArray(operations)) return operations;
    return isJsonObject(operations) && !isEmpty(operations) ? [operations] : [];
  }
  if (isBlank(operations)) return [];
  const parsed = parseJson(operations);
  return Array.isArray(parsed) || isJsonObject(parsed) ? readList(parsed) : undefined;
};

const findTarget = (value: unknown, targets: readonly string[]): string | undefined => {
  const named = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (named !== "") return targets.find((target) => target.toLowerCase() === named);
  return targets.find((target) => target === "memory") ?? targets[0];
};

const listNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

const unknownTarget = (named: unknown, targets: readonly string[]): ToolCall & { ok: false } => {
  const sent = quote(wellFormed(String(named)).trim());
  return {
    ok: false,
    message: `unknown target ${sent} — use ${listNames(targets)}.`,
    code: "unknown_target",
  };
};

const readCall = (value: unknown, targets: readonly string[]): ToolCall => {
  const call = readObject(value);
  const { target: named, operations } = call;
  const target = findTarget(named, targets);
  if (target === undefined) return unknownTarget(named, targets);
  const list = readList(operations);
  if (list === undefined) {
    return {
      ok: false,
      message: "operations is not a list — send a JSON array of operations.",
      code: "operations_not_a_list",
    };
  }
  if (list.length > 0) return { ok: true, target, ops: Array.from(list, readFields) };
  const own = readFields(call);
  return { ok: true, target, ops: isEmpty(own) ? [] : [own] };
};

/**
 * Reads the arguments of a call of the memory tool, as models really send them: JSON text or a value, one
 * operation or a list, in the field names of other tools too. Never an exception, whatever the arguments are;
 * what an operation lacks is for {@link applyOps} to say. Specification 3.11.
 *
 * @param value the call's arguments
 * @throws {TypeError} `targets` is not a list of strings, or names none
 * @example
 * readToolCall('{"target":"user","action":"add","content":"Prefers tea."}');
 * // { ok: true, target: "user", ops: [{ action: "add", content: "Prefers tea." }] }
 */
export const readToolCall = (value: unknown, options: TargetNames = {}): ToolCall => {
  const targets = readTargetNames(options);
  return readSafely(() => readCall(value, targets), undefined) ?? readCall({}, targets);
};

/** What a call of the reading tool asks for, or why it cannot be told. */
export type MemoryReadCall =
  | {
      readonly ok: true /** Those of the given targets that it names, in their order. */;
      readonly targets: string[];
    }
  | (ToolCall & { readonly ok: false });

const readNames = (value: unknown, targets: readonly string[]): MemoryReadCall => {
  const { target: named } = readObject(value);
  if (typeof named !== "string" || isBlank(named)) return { ok: true, targets: [...targets] };
  const target = findTarget(named, targets);
  return target === undefined ? unknownTarget(named, targets) : { ok: true, targets: [target] };
};

/**
 * Reads the arguments of a call of the reading tool: without a target, it is all of them. Specification 3.13.
 *
 * @param value the call's arguments
 * @throws {TypeError} `targets` is not a list of strings, or names none
 * @example readMemoryReadCall('{"target":"user"}'); // { ok: true, targets: ["user"] }
 */
export const readMemoryReadCall = (value: unknown, options: TargetNames = {}): MemoryReadCall => {
  const targets = readTargetNames(options);
  return readSafely(() => readNames(value, targets), undefined) ?? readNames({}, targets);
};
