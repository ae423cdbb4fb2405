import OpenAI from "openai";
import { expect, it } from "vitest";
import { lembas } from "../fetch.js";
import type { Skipped } from "../index.js";
import { serve } from "../testing/loopback.js";
import { EXPECTED, nextCalls, readFile, TURNS } from "../testing/scripted.js";

type ChatMessage = OpenAI.ChatCompletionMessageParam;
type Item = OpenAI.Responses.ResponseInputItem;

const clientOf = (url: string, skipped: Skipped[] = []) =>
  new OpenAI({ baseURL: url, apiKey: "none", fetch: lembas({ onSkipped: (one) => skipped.push(one) }) });

const readArguments = (text: string): string => readFile(JSON.parse(text));

it("chat completions are sent composed, each request beginning as the one before", async () => {
  const { url, received } = await serve(({ body }) => {
    const { messages }: { messages: ChatMessage[] } = JSON.parse(body);
    const next = nextCalls(messages.filter(({ role }) => role === "tool").length);
    const calls = next.map(({ id, name, args }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    }));
    const message = { role: "assistant", content: null, ...(calls.length > 0 && { tool_calls: calls }) };
    return {
      json: { id: "1", object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] },
    };
  });
  const client = clientOf(url);
  const messages: ChatMessage[] = [{ role: "user", content: "Read the file." }];
  for (let turn = 0; turn < TURNS.length; turn++) {
    const { choices } = await client.chat.completions.create({ model: "gpt", messages });
    const message = choices[0]?.message;
    if (!message) break;
    messages.push(message);
    for (const call of message.tool_calls ?? []) {
      if (call.type !== "function") continue;
      messages.push({ role: "tool", tool_call_id: call.id, content: readArguments(call.function.arguments) });
    }
  }
  const sent = received.map(({ body }): ChatMessage[] => JSON.parse(body).messages);
  expect(sent.at(-1)?.flatMap(({ role, content }) => (role === "tool" ? [content] : []))).toEqual(EXPECTED);
  for (const [index, own] of sent.slice(1).entries()) {
    expect(JSON.stringify(own).startsWith(JSON.stringify(sent[index]).slice(0, -1))).toBe(true);
  }
});

const respond = (input: readonly Item[]) => {
  const results = input.filter(({ type }) => type === "function_call_output").length;
  const calls = nextCalls(results).map(({ id, name, args }) => ({
    type: "function_call",
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: JSON.stringify(args),
    status: "completed",
  }));
  const reasoning = { type: "reasoning", id: `rs_${results}`, summary: [], encrypted_content: "c2ln" };
  return {
    json: { id: `resp_${results}`, object: "response", status: "completed", output: [reasoning, ...calls] },
  };
};

it("responses are sent composed, with reasoning as it came", async () => {
  const { url, received } = await serve(({ body }) => respond(JSON.parse(body).input));
  const client = clientOf(url);
  const input: Item[] = [{ role: "user", content: "Read the file." }];
  for (let turn = 0; turn < TURNS.length; turn++) {
    const { output } = await client.responses.create({ model: "gpt", store: false, input });
    input.push(...(output as Item[]));
    for (const item of output) {
      if (item.type !== "function_call") continue;
      input.push({
        type: "function_call_output",
        call_id: item.call_id,
        output: readArguments(item.arguments),
      });
    }
  }
  const last: Item[] = JSON.parse(received.at(-1)?.body ?? "").input;
  expect(last.flatMap((item) => (item.type === "function_call_output" ? [item.output] : []))).toEqual(
    EXPECTED,
  );
  expect(last.filter(({ type }) => type === "reasoning")).toEqual(
    input.filter(({ type }) => type === "reasoning").slice(0, -1),
  );
});

it("where the server holds the conversation, requests are passed on as they are", async () => {
  const skipped: Skipped[] = [];
  const { url, received } = await serve(() => respond([]));
  const client = clientOf(url, skipped);
  const text = Array.from({ length: 9 }, (_, line) => `line ${line} of a result that could be named`).join(
    "\n",
  );
  const input: Item[] = [
    { type: "function_call", call_id: "call_1", name: "bash", arguments: "{}" },
    { type: "function_call_output", call_id: "call_1", output: text },
  ];
  await client.responses.create({ model: "gpt", input, previous_response_id: "resp_1" });
  await client.responses.create({ model: "gpt", input, conversation: "conv_1" });
  await client.responses.create({ model: "gpt", input, truncation: "auto" });
  expect(received.map(({ body }) => JSON.parse(body).input)).toEqual([input, input, input]);
  expect(skipped).toEqual([
    { reason: "server-state" },
    { reason: "server-state" },
    { reason: "server-state" },
  ]);
  await client.responses.create({ model: "gpt", input });
  expect(JSON.parse(received.at(-1)?.body ?? "").input[1].output).toBe(`[#74196f]\n${text}`);
});
