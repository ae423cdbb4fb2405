import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { createAgent, tool } from "langchain";
import { expect, it } from "vitest";
import { z } from "zod";
import { lembas } from "../langchain.js";
import { EXPECTED, nextCalls, readFile } from "../testing/scripted.js";

const textsIn = (messages: readonly BaseMessage[]): unknown[] =>
  messages.filter(ToolMessage.isInstance).map(({ content }) => content);

it("an agent's model is sent composed results, and its state keeps the messages as they are", async () => {
  const sent: BaseMessage[][] = [];
  const model = fakeModel();
  const respond = (messages: BaseMessage[]): AIMessage => {
    sent.push(messages);
    model.respond(respond);
    const calls = nextCalls(textsIn(messages).length);
    return new AIMessage({
      content: "",
      tool_calls: calls.map(({ id, name, args }) => ({ type: "tool_call", id, name, args })),
    });
  };
  const agent = createAgent({
    model: model.respond(respond),
    tools: [
      tool((args: unknown) => readFile(args as { offset: number }), {
        name: "read_file",
        description: "Reads a file.",
        schema: z.object({ path: z.string(), offset: z.number() }),
      }),
    ],
    middleware: [lembas()],
  });
  const { messages } = await agent.invoke({ messages: [new HumanMessage("Read the file.")] });
  expect(textsIn(sent.at(-1) ?? [])).toEqual(EXPECTED);
  for (const [index, own] of sent.slice(1).entries()) {
    expect(textsIn(own).slice(0, textsIn(sent[index] ?? []).length)).toEqual(textsIn(sent[index] ?? []));
  }
  expect(textsIn(messages)).toEqual([1, 10, 20, 1, 1, 1].map((offset) => readFile({ offset })));
  const last = sent.at(-1)?.find(ToolMessage.isInstance);
  expect(last).toMatchObject({ name: "read_file", tool_call_id: "call_1", status: "success" });
});

it("keeps all else of a tool message", async () => {
  const text = Array.from({ length: 10 }, (_, index) => `line ${index + 1} of a file that is long enough`);
  const fields = {
    tool_call_id: "call_1",
    name: "bash",
    id: "message_2",
    status: "error" as const,
    artifact: { rows: 10 },
    metadata: { kept: 1 },
    additional_kwargs: { kept: 2 },
    response_metadata: { kept: 3 },
  };
  const messages = [
    new AIMessage({ content: "", tool_calls: [{ type: "tool_call", id: "call_1", name: "bash", args: {} }] }),
    new ToolMessage({ ...fields, content: text.join("\n") }),
  ];
  const sent = lembas().wrapModelCall({ messages }, (request) => request.messages);
  expect(sent.at(-1)).toBeInstanceOf(ToolMessage);
  expect(sent.at(-1)).toMatchObject({
    ...fields,
    content: expect.stringMatching(/^\[#[0-9a-f]{6}\]\nline 1 /),
  });
});
