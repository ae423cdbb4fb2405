import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  composeAnthropic,
  composeChat,
  composeModelMessages,
  composeResponses,
  restore,
} from "@lembas/messages";
import { expect, it } from "vitest";
import { formats } from "./formats/all-formats.js";
import { valuesOfFile } from "./input/values-of-file.js";
import { recordedOf } from "./testing/recorded-of.js";

const folder = process.env["LEMBAS_TRANSCRIPTS"];
if (folder === undefined)
  console.warn(
    "LEMBAS_TRANSCRIPTS names no folder of recordings: what must hold of messages was not tried on any.",
  );

/** A call and its result, as a recording has them. */
interface Exchange {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  readonly result: string;
}

/** The exchanges of each conversation of a recording; none where the file is no recording. */
const exchangesOf = async (path: string): Promise<Exchange[][]> => {
  const values: unknown[] = [];
  for await (const { value } of valuesOfFile(path)) values.push(value);
  const format = formats.find(({ recognises }) => values.some(recognises));
  if (format === undefined) return [];
  const conversations = new Map<string, Exchange[]>();
  for (const one of recordedOf(format.name, values).recorded) {
    if (!("result" in one)) continue;
    const { conversation = "", tool, args, result } = one;
    const exchanges = conversations.get(conversation) ?? [];
    conversations.set(conversation, exchanges);
    exchanges.push({ id: `call_${exchanges.length}`, tool: tool || "unknown", args, result });
  }
  return [...conversations.values()];
};

interface Rendered {
  readonly name: string;
  readonly write: (exchange: Exchange) => object[];
  readonly compose: (messages: readonly object[], options?: { clean: boolean }) => readonly object[];
}

// The types of the forms are promised elsewhere: here any array must do.
// biome-ignore lint/suspicious/noExplicitAny: one test for four forms
const anyCompose = (compose: any): Rendered["compose"] => compose;

const FORMS: readonly Rendered[] = [
  {
    name: "anthropic",
    compose: anyCompose(composeAnthropic),
    write: ({ id, tool: name, args: input, result: content }) => [
      { role: "assistant", content: [{ type: "tool_use", id, name, input }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
    ],
  },
  {
    name: "chat",
    compose: anyCompose(composeChat),
    write: ({ id, tool: name, args, result: content }) => [
      {
        role: "assistant",
        tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args ?? {}) } }],
      },
      { role: "tool", tool_call_id: id, content },
    ],
  },
  {
    name: "responses",
    compose: anyCompose(composeResponses),
    write: ({ id, tool: name, args, result: output }) => [
      { type: "function_call", call_id: id, name, arguments: JSON.stringify(args ?? {}) },
      { type: "function_call_output", call_id: id, output },
    ],
  },
  {
    name: "model_messages",
    compose: anyCompose(composeModelMessages),
    write: ({ id, tool: toolName, args: input, result: value }) => [
      { role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName, input }] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: id, toolName, output: { type: "text", value } }],
      },
    ],
  },
];

const freeze = (value: unknown): void => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const field of Object.values(value)) freeze(field);
};

/** How many of the messages a conversation's start has that is composed for itself. */
const startsOf = (count: number): number[] =>
  Array.from({ length: 12 }, (_, index) => Math.floor((count * (index + 1)) / 13));

/** Fails where something does not hold of the composed messages of a conversation in a form. */
const expectSound = (
  { name, write, compose }: Rendered,
  exchanges: readonly Exchange[],
  where: string,
): void => {
  const messages = exchanges.flatMap(write);
  freeze(messages);
  const sent = compose(messages);
  expect(JSON.stringify(compose(sent)), `${where}, ${name}, composed twice`).toBe(JSON.stringify(sent));
  for (const count of startsOf(messages.length))
    expect(JSON.stringify(compose(messages.slice(0, count))), `${where}, ${name}, its first ${count}`).toBe(
      JSON.stringify(sent.slice(0, count)),
    );
  const restored = restore(compose(messages, { clean: false }));
  expect(JSON.stringify(restored), `${where}, ${name}, restored`).toBe(JSON.stringify(messages));
};

it.skipIf(folder === undefined)(
  "messages of recordings are composed causally and once, stay as they are, and are given back by restore",
  async () => {
    let results = 0;
    for (const file of readdirSync(folder ?? "")) {
      for (const exchanges of await exchangesOf(join(folder ?? "", file))) {
        for (const form of FORMS) expectSound(form, exchanges, file);
        results += exchanges.length;
      }
    }
    expect(results).toBeGreaterThan(0);
  },
  600_000,
);
