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
