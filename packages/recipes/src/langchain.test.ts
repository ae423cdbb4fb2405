import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  RemoveMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { MemorySaver } from "@langchain/langgraph";
import { scratchFolder } from "@lembas/build/testing";
import { createInMemoryJournalStore } from "@lembas/context";
import { createInMemoryStore } from "@lembas/memory";
import * as lc from "langchain";
import { expect, it } from "vitest";
import { langchainContent } from "./content.js";
import { openHost } from "./host.js";
import { openChat } from "./langchain.js";
import { openAgent } from "./messages/langchain.js";
import { checkAnswered, type Script } from "./testing/script.js";
import { type PlainTool, testMessagesRecipe } from "./testing/test-messages-recipe.js";
import { testRecipe } from "./testing/test-recipe.js";

const modelOf = ({ reply }: Script) => {
  const model = fakeModel();
  const respond = (messages: BaseMessage[]): AIMessage => {
    model.respond(respond);
    checkAnswered(
      messages
        .filter(AIMessage.isInstance)
        .flatMap(({ tool_calls = [] }) => tool_calls.map(({ id = "" }) => id)),
      messages.filter(ToolMessage.isInstance).map(({ tool_call_id }) => tool_call_id),
    );
    const texts = messages.filter((message) => !AIMessage.isInstance(message)).map(({ text }) => text);
    const { calls, text } = reply(texts, messages);
    return new AIMessage({ content: text, tool_calls: calls.map((call) => ({ ...call })) });
  };
  return model.respond(respond);
};

testRecipe("LangChain", () => {
  const checkpointer = new MemorySaver();
  const config = { configurable: { thread_id: "1" }, recursionLimit: 100, durability: "sync" as const };
  return (host, script) => {
    const { agent, compact } = openChat(host, { model: modelOf(script), checkpointer });
    return {
      async send(prompt, signal) {
        // LangGraph keeps the calls of an aborted turn without results, which providers refuse.
        const { messages: past = [] } = (await agent.graph.getState(config)).values;
        const last: AIMessage | undefined = past.findLast(AIMessage.isInstance);
        const cut = last?.tool_calls?.length ? [new RemoveMessage({ id: last.id ?? "" })] : [];
        const input = [...cut, new HumanMessage(prompt)];
        const { messages } = await agent.invoke({ messages: input }, { ...config, signal });
        return messages.at(-1)?.text ?? "";
      },
      compact: (summary) => agent.graph.updateState(config, { messages: compact(summary) }),
    };
  };
});

it("recipes: LangChain keeps the conversation where no checkpointer is given", async () => {
  const options = { folder: scratchFolder(), journals: createInMemoryJournalStore(), session: "session-1" };
  const host = await openHost({ ...options, store: createInMemoryStore() });
  const model = fakeModel().respond(new AIMessage("Hello.")).respond(new AIMessage("Again."));
  const { agent } = openChat(host, { model });
  const config = { configurable: { thread_id: "1" } };
  await agent.invoke({ messages: [new HumanMessage("Hi.")] }, config);
  const { messages } = await agent.invoke({ messages: [new HumanMessage("Again?")] }, config);
  expect(messages.map(({ text }) => text)).toEqual(["Hi.", "Hello.", "Again?", "Again."]);
});

const toolOf = ({ run, ...tool }: PlainTool) =>
  lc.tool(async (args: unknown) => langchainContent(await run(args)), tool);

testMessagesRecipe("LangChain", async (script, tools) => {
  const agent = openAgent({ model: modelOf(script), tools: tools.map(toolOf) });
  const { messages } = await agent.invoke({ messages: [new HumanMessage("Go on.")] });
  return messages.at(-1)?.text ?? "";
});
