import fc from "fast-check";
import { messages as composer } from "../../adapters/messages.js";
import type { JsonObject, JsonValue } from "../cases/json.js";

/** Lines of files that come again, beside odd ones. */
const line = fc.oneof(
  {
    weight: 300,
    arbitrary: fc.nat(60).map((n) => `  const value${n} = compute(${n}, "text of line ${n}");`),
  },
  {
    weight: 60,
    arbitrary: fc.constantFrom(
      "",
      "}",
      "not ok 3 - parses",
      "\u2717 fails",
      "\u6f22\u5b57 \u{1f600} of other scripts, long enough to matter",
      "\u001b[31mred\u001b[0m\tand a tab",
      "50%\r100%",
      "12: a line that looks numbered",
    ),
  },
  fc.constantFrom(
    '[12 lines same as lines 3-14 of #74196f, from "a" to "b"]',
    '[lines 1-9 same as lines 3-11 of "content" in the call of #74196f]',
    "[3 lines elided, full output #74196f]",
    "[#74196f]",
  ),
);

const lines = fc.array(line, { minLength: 25, maxLength: 45 });

/** A file's window, as a tool prints it. */
const printed = (file: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({
      from: fc.nat(20),
      count: fc.integer({ min: 10, max: 40 }),
      separator: fc.option(fc.constantFrom("\u2192", "\t", ": ", "| ", ":", "|"), { freq: 2 }),
      width: fc.constantFrom(0, 4),
      newline: fc.boolean(),
      wrap: fc.constantFrom("none", "none", "none", "none", "output", "list"),
      edited: fc.option(line, { freq: 1 }),
    })
    .map(({ from, count, separator, width, newline, wrap, edited }) => {
      const own = file.slice(from, from + count);
      if (edited !== null && own.length > 9) own[9] = edited;
      const rows = own.map((row, at) =>
        separator === null ? row : `${String(from + at + 1).padStart(width)}${separator}${row}`,
      );
      const text = rows.join("\n") + (newline ? "\n" : "");
      if (wrap === "output") return JSON.stringify({ output: text, exit: 0 });
      return wrap === "list" ? JSON.stringify(own, null, 1) : text;
    });

const step = (files: readonly (readonly string[])[]) => {
  const text = fc.oneof(
    { arbitrary: fc.nat(files.length - 1).chain((file) => printed(files[file] ?? [])), weight: 5 },
    fc.constantFrom("", "ok", " \n", "{}"),
  );
  return fc.record({
    id: fc.oneof(
      fc.nat(99).map((n) => `call_${n}`),
      fc.constantFrom("call_1", "call_2"),
    ),
    tool: fc.constantFrom("read", "bash", "write", "recall", "grep"),
    content: fc.option(text, { freq: 2 }),
    again: fc.boolean(),
    blocks: fc.oneof(
      { arbitrary: fc.tuple(text), weight: 4 },
      fc.tuple(text, fc.constant(null), text),
      fc.tuple(text, text),
      fc.tuple(fc.constant(null)),
    ),
    asList: fc.boolean(),
  });
};

const conversation = fc
  .array(lines, { minLength: 3, maxLength: 3 })
  .chain((files) => fc.array(step(files), { minLength: 2, maxLength: 12, size: "max" }));

type Steps = typeof conversation extends fc.Arbitrary<infer Value> ? Value : never;

const contentOf = (blocks: readonly (string | null)[], asList: boolean, type: string): JsonValue => {
  const [first] = blocks;
  if (blocks.length === 1 && typeof first === "string" && !asList) return first;
  return blocks.map((text): JsonObject => (text === null ? { type: "image", data: "aGk=" } : { type, text }));
};

const argsOf = ({ content, again }: Steps[number], index: number): JsonObject => ({
  path: again ? "a" : `b${index}`,
  ...(content !== null && { content }),
});

/** The messages of a conversation in each form. */
const FORMS: Readonly<Record<string, (steps: Steps) => JsonValue[]>> = {
  anthropic: (steps) =>
    steps.flatMap((own, index) => [
      {
        role: "assistant",
        content: [{ type: "tool_use", id: own.id, name: own.tool, input: argsOf(own, index) }],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: own.id, content: contentOf(own.blocks, own.asList, "text") },
          { type: "text", text: "Go on." },
        ],
      },
    ]),
  chat: (steps) =>
    steps.flatMap((own, index) => [
      {
        role: "assistant",
        tool_calls: [
          {
            id: own.id,
            type: "function",
            function: { name: own.tool, arguments: JSON.stringify(argsOf(own, index)) },
          },
        ],
      },
      { role: "tool", tool_call_id: own.id, content: contentOf(own.blocks, own.asList, "text") },
    ]),
  responses: (steps) =>
    steps.flatMap((own, index) => [
      own.tool === "grep"
        ? {
            type: "custom_tool_call",
            call_id: own.id,
            name: own.tool,
            input: JSON.stringify(argsOf(own, index)),
          }
        : {
            type: "function_call",
            call_id: own.id,
            name: own.tool,
            arguments: JSON.stringify(argsOf(own, index)),
          },
      {
        type: own.tool === "grep" ? "custom_tool_call_output" : "function_call_output",
        call_id: own.id,
        output: contentOf(own.blocks, own.asList, "input_text"),
      },
    ]),
  model_messages: (steps) =>
    steps.flatMap((own, index) => {
      const call = { toolCallId: own.id, toolName: own.tool };
      const value = contentOf(own.blocks, own.asList, "text");
      const output = { type: typeof value === "string" ? "text" : "content", value };
      return [
        { role: "assistant", content: [{ type: "tool-call", ...call, input: argsOf(own, index) }] },
        { role: "tool", content: [{ type: "tool-result", ...call, output }] },
      ];
    }),
};

const options: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  {},
  {},
  { clean: false },
  { known_lines: false },
  { cap: { max_lines: 12, max_chars: 900 } },
  { cap: { max_chars: 60 }, measure: "words" },
  { cap: { max_chars: 300, head_chars: 90 }, measure: "halved_when_even" },
  { cap: { max_lines: 3, head_lines: 0 }, caps: { bash: "off" } },
  { except: ["bash"] },
  { only: ["bash", "write"], files: ["bash"] },
);

const composed: fc.Arbitrary<JsonObject> = fc
  .tuple(conversation, fc.constantFrom(...Object.keys(FORMS)), options)
  .map(([steps, form, own]) => ({ op: "compose", form, messages: FORMS[form]?.(steps) ?? [], options: own }));

const recalled: fc.Arbitrary<JsonObject> = fc
  .tuple(
    conversation,
    fc.record({
      target: fc.constantFrom("#74196f", "1b68f8", "[#74196f]", "#000000", 7, null),
      offset: fc.constantFrom(1, 4, 99, "2", null),
      limit: fc.constantFrom(1, 5, null),
      column: fc.constantFrom(1, 4, 999),
    }),
    options,
  )
  .map(([steps, args, own]) => ({
    op: "recall",
    messages: FORMS["anthropic"]?.(steps) ?? [],
    args,
    options: own,
  }));

/** Messages that were composed, some of which the host took out, and some that are composed only in part. */
const restored: fc.Arbitrary<JsonObject> = fc
  .tuple(
    conversation,
    fc.constantFrom(...Object.keys(FORMS)),
    options,
    fc.array(fc.nat(40), { maxLength: 3 }),
    fc.nat(60),
  )
  .map(([steps, form, own, gone, from]) => {
    const given = FORMS[form]?.(steps) ?? [];
    const sent = composer.run("messages", {
      op: "compose",
      form,
      messages: given,
      options: own,
    }) as JsonValue[];
    const messages = given.map((message, index) => (index < from ? (sent[index] ?? message) : message));
    return { op: "restore", messages: messages.filter((_, index) => !gone.includes(index)) };
  });

/** A case of the suite `messages`. */
export const messagesCase: fc.Arbitrary<JsonObject> = fc.oneof(
  { arbitrary: composed, weight: 4 },
  { arbitrary: recalled, weight: 1 },
  { arbitrary: restored, weight: 2 },
);
