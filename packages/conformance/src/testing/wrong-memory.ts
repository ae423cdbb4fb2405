import { type ApplyOpsInput, applyOps, renderResult } from "@lembas/memory";
import { memory } from "../../adapters/memory.js";
import { isJsonObject, type JsonObject } from "../cases/json.js";
import { alter, misread, type Wrong } from "./wrong.js";

const usage = (limit: number, size: number, percent = Math.floor((100 * size) / limit)) =>
  `${Math.min(100, percent)}% — ${size.toLocaleString("en-US")}/${limit.toLocaleString("en-US")} chars`;

const joined = (entries: readonly string[]): string => entries.join("\n§\n");

const seedFields = (input: ApplyOpsInput) => {
  const { ok, entries, message, usage, shown } = applyOps(input);
  return { ok, entries, message, usage, shown };
};

type Operation = JsonObject;

/** The case with every operation changed. */
const withOps = (given: JsonObject, change: (operation: Operation) => Operation): JsonObject => {
  const ops = given["ops"];
  return Array.isArray(ops)
    ? { ...given, ops: ops.map((item) => (isJsonObject(item) ? change(item) : item)) }
    : given;
};

const onText = (operation: Operation, name: string, change: (text: string) => string): Operation => {
  const text = operation[name];
  return typeof text === "string" ? { ...operation, [name]: change(text) } : operation;
};

/** `@lembas/memory`, wrong in one way each. */
export const wrongMemory: Wrong = {
  "rounds the percentage": alter(memory, {
    "": ({ limit }, right) => {
      const size = [...joined(right.entries)].length;
      return { ...right, usage: usage(limit, size, Math.round((100 * size) / limit)) };
    },
  }),
  "counts UTF-16 units": alter(memory, {
    "": ({ limit }, right) => ({ ...right, usage: usage(limit, joined(right.entries).length) }),
  }),
  "counts bytes": alter(memory, {
    "": ({ limit }, right) => ({
      ...right,
      usage: usage(limit, new TextEncoder().encode(joined(right.entries)).length),
    }),
  }),
  "does not count what separates entries": alter(memory, {
    "": ({ limit }, right) => ({ ...right, usage: usage(limit, [...right.entries.join("")].length) }),
  }),
  "checks the limit at each operation": alter(memory, {
    "": (given, right) => {
      if (!right.ok || !Array.isArray(given.ops) || given.ops.length < 2) return right;
      let { entries } = given;
      for (const operation of given.ops) {
        const step = seedFields({ ...given, entries, ops: [operation] });
        if (!step.ok) return { ...step, entries: given.entries };
        entries = step.entries;
      }
      return right;
    },
  }),
  "keeps what was done before a refused operation": alter(memory, {
    "": (given, right) => {
      if (right.ok || !Array.isArray(given.ops) || given.ops.length < 2) return right;
      let { entries } = given;
      for (const operation of given.ops) {
        const step = seedFields({ ...given, entries, ops: [operation] });
        if (!step.ok) break;
        entries = step.entries;
      }
      return { ...right, entries };
    },
  }),
  "numbers operations from 0": alter(memory, {
    "": (_given, right) => ({
      ...right,
      message: right.message.replace(
        /^operation (\d+):/u,
        (_: string, number: string) => `operation ${Number(number) - 1}:`,
      ),
    }),
  }),
  "shows the entries with every refusal": alter(memory, {
    "": (_given, right) => (right.ok ? right : { ...right, shown: true }),
  }),
  "refuses what is over the limit, though it grows nothing": alter(memory, {
    "": (given, right) =>
      right.ok && [...joined(right.entries)].length > given.limit
        ? { ...right, ok: false, entries: given.entries }
        : right,
  }),
  "adds an entry that is there already": alter(memory, {
    "": (_given, right) =>
      right.message === "That entry already exists; nothing added."
        ? { ...right, message: "Entry added.", entries: [...right.entries, right.entries.at(-1)] }
        : right,
  }),
  "leaves an equal entry when it replaces": alter(memory, {
    "": (given, right) =>
      right.message === "Entry replaced." && right.entries.length < given.entries.length
        ? { ...right, entries: [...right.entries, given.ops[0].content ?? given.ops[0].new_text] }
        : right,
  }),
  "finds without regard to case": misread(memory, (given) =>
    withOps(given, (operation) =>
      onText(operation, "old_text", (text) => {
        const entry = given.entries?.find((item: string) =>
          item.toLowerCase().includes(text.trim().toLowerCase()),
        );
        if (entry === undefined || entry.includes(text.trim())) return text;
        const at = entry.toLowerCase().indexOf(text.trim().toLowerCase());
        return entry.slice(at, at + text.trim().length);
      }),
    ),
  ),
  "does not prefer an exact entry": alter(memory, {
    "": (given, right) => {
      const text = given.ops?.[0]?.old_text;
      const containing = given.entries.filter((entry: string) => entry.includes(text));
      return right.ok && given.ops.length === 1 && typeof text === "string" && new Set(containing).size > 1
        ? { ...right, ok: false, entries: given.entries }
        : right;
    },
  }),
  "refuses 400 characters": misread(memory, (given) =>
    withOps(given, (operation) =>
      onText(operation, "content", (text) => ([...text.trim()].length === 400 ? `${text}x` : text)),
    ),
  ),
  "refuses § anywhere": misread(memory, (given) =>
    withOps(given, (operation) => onText(operation, "content", (text) => text.replace("§", "x\n§\nx"))),
  ),
  "compares actions with their case": misread(memory, (given) =>
    withOps(given, (operation) =>
      onText(operation, "action", (text) => (text === text.toLowerCase() ? text : `${text}!`)),
    ),
  ),
  "keeps CRLF": misread(memory, (given) =>
    withOps(given, (operation) => onText(operation, "content", (text) => text.replaceAll("\r", "\u240d"))),
  ),
  "does not read new_text": misread(memory, (given) =>
    withOps(given, ({ new_text: _, ...operation }) => operation),
  ),
  "finds an entry that is withheld": alter(memory, {
    call_memory: ({ target, entries, limit, ops, label }, right) => {
      const result = applyOps({ target, entries, limit, ops, label });
      return result.ok && !right.ok
        ? { ok: true, text: renderResult(result), entries: result.entries }
        : right;
    },
  }),
  "does not say that it is nearly full": alter(memory, {
    call_memory: (_given, right) => ({ ...right, text: right.text.replace(/\n.* is over 90% full.*$/u, "") }),
  }),
  "expands $&": alter(memory, {
    "": (_given, right) => ({
      ...right,
      entries: right.entries.map((entry: string) => "x".replace("x", entry)),
    }),
  }),
  "escapes what it quotes": alter(memory, {
    "": (_given, right) => ({
      ...right,
      message: right.message.replace(/"(.*)"(?= matches|\.$)/su, (_: string, text: string) =>
        JSON.stringify(text),
      ),
    }),
  }),
  "always fences with three tildes": alter(memory, {
    render_memory: (_given, right) => right.replace(/^~{4,}$/gmu, "~~~"),
  }),
  "shows every entry after a refusal": alter(memory, {
    render_result: ({ result }, right) =>
      right.includes(" more entr")
        ? right.replace(/~~~\n.*$/su, `~~~\n${joined(result.entries)}\n~~~`)
        : right,
  }),
  "does not parse arguments that are text": misread(memory, (given) =>
    given.op === "read_tool_call" && typeof given.value === "string" ? { ...given, value: {} } : given,
  ),
  "does not know oldText and old_string": misread(memory, (given) => {
    if (given.op !== "read_tool_call" || typeof given.value !== "object" || given.value === null)
      return given;
    const { oldText: _one, old_string: _other, ...value } = given.value;
    return { ...given, value };
  }),
  "compares targets with their case": alter(memory, {
    read_tool_call: (given, right) =>
      right.ok && typeof given.value?.target === "string" && given.value.target.trim() !== right.target
        ? { ok: false, message: `unknown target "${given.value.target}"` }
        : right,
  }),
  "looks for separators between LF alone": misread(memory, (given) =>
    withOps(given, (operation) =>
      onText(operation, "content", (text) => text.replace(/[\v\f\u001c-\u001e\u0085\u2028\u2029]/gu, "x")),
    ),
  ),
  "takes a separator among invisible characters for a line of its own": misread(memory, (given) =>
    withOps(given, (operation) =>
      onText(operation, "content", (text) => text.replace(/[\u200b\u2060\u200d]§/gu, "x§")),
    ),
  ),
  "counts tildes at the beginning of a line alone": alter(memory, {
    render_memory: ({ entries }, right) =>
      right.replace(/^~+$/gmu, () =>
        "~".repeat(
          Math.max(
            3,
            ...[...joined(entries ?? []).matchAll(/(?:^|\n)(~+)/gu)].map(([, run = ""]) => run.length + 1),
          ),
        ),
      ),
  }),
  "quotes line ends as they are": alter(memory, {
    "": ({ ops }, right) => ({
      ...right,
      message: right.message.replace(/^no entry contains .*$/u, `no entry contains "${ops?.[0]?.old_text}".`),
    }),
  }),
  "takes any number of operations": alter(memory, {
    "": (given, right) =>
      right.message.startsWith("a list has at most")
        ? { ...right, message: "", entries: given.entries, ok: true }
        : right,
  }),
  "shows every entry in a prompt": alter(memory, {
    render_memory: ({ entries, policies }, right) =>
      policies === undefined && right.includes(" more entr")
        ? right.replace(/\n~~~\n.*$/su, `\n~~~\n${joined(entries)}\n~~~`)
        : right,
  }),
  "shows what a policy withholds": misread(memory, (given) =>
    given["op"] === "render_memory" ? { ...given, policies: [] } : given,
  ),
  "lets a model pin": alter(memory, {
    policy: (_given, right) => (right?.includes("would be pinned") ? "" : right),
  }),
  "takes two spellings for two facts": alter(memory, {
    policy: (_given, right) => (right?.includes("says the same") ? "" : right),
  }),
  "takes emoji for hidden characters": misread(memory, (given) =>
    given["op"] === "policy" && typeof given["entry"] === "string"
      ? { ...given, entry: given["entry"].replace("\u200d", "\u200b") }
      : given,
  ),
  "reads all targets, whatever is named": alter(memory, {
    read_memory_call: ({ targets }, right) => (right.ok ? { ok: true, targets } : right),
  }),
};
