import { RemoveMessage } from "@langchain/core/messages";
import { MemorySaver, REMOVE_ALL_MESSAGES } from "@langchain/langgraph";
import * as lc from "langchain";
import { langchainContent } from "./content.js";
import type { Host } from "./host.js";

const say = (text: string) => new lc.HumanMessage(text);

/** An agent in LangChain, and the input that begins its thread anew with a summary. */
export const openChat = (host: Host, { model, checkpointer = new MemorySaver() }: lc.CreateAgentParams) => {
  const tools = host.tools.map(({ run, ...tool }) =>
    lc.tool(async (args, call: lc.ToolRuntime) => ["", await run(args, call.toolCallId, call.signal)], {
      ...tool,
      responseFormat: "content_and_artifact",
    }),
  );
  const inserting = lc.createMiddleware({
    name: "inserting",
    beforeModel: () => ({ messages: host.notes.splice(0).map(say) }),
    wrapModelCall: (request, handler) => {
      // Nine results stay. The next calls, four at most, push as many out before the model reads theirs.
      const held = request.messages.filter(lc.ToolMessage.isInstance).slice(-5);
      host.show(held.map(({ tool_call_id }) => tool_call_id));
      return handler(request);
    },
    wrapToolCall: async (request, handler) => {
      const result = await handler(request);
      if (lc.ToolMessage.isInstance(result)) result.content = langchainContent(host.insert(result.artifact));
      return result;
    },
    afterAgent: () => host.flush(),
  });
  const clearing = new lc.ClearToolUsesEdit({ trigger: { messages: 21 }, keep: { messages: 9 } });
  const middleware = [lc.contextEditingMiddleware({ edits: [clearing] }), inserting];
  const agent = lc.createAgent({ model, checkpointer, tools, systemPrompt: host.instructions, middleware });
  const clear = new RemoveMessage({ id: REMOVE_ALL_MESSAGES });
  return { agent, compact: (summary: string) => [clear, say(`${summary}\n\n${host.ledger.compact()}`)] };
};
