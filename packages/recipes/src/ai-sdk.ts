import { jsonSchema, type LanguageModel, type ModelMessage, pruneMessages, ToolLoopAgent, tool } from "ai";
import { aiContent } from "./content.js";
import type { Conversation, Host } from "./host.js";

const user = (content: string): ModelMessage => ({ role: "user", content });

/** A conversation in the AI SDK. `messages` are those of an earlier one, where its session goes on. */
export const openChat = (host: Host, model: LanguageModel, messages: ModelMessage[]): Conversation => {
  const tools = host.tools.map(({ name, description, schema, run }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema(schema),
      execute: (args, { toolCallId, abortSignal }) => run(args, toolCallId, abortSignal),
      toModelOutput: ({ output }) => aiContent(host.insert(output)),
    }),
  ]);
  const { instructions } = host;
  const agent = new ToolLoopAgent({ model, instructions, tools: Object.fromEntries(tools) });

  return {
    async send(prompt, abortSignal) {
      const kept = pruneMessages({ messages, toolCalls: "before-last-8-messages" });
      const results = kept.flatMap(({ role, content }) => (role === "tool" ? content : []));
      host.show(results.flatMap((part) => ("toolCallId" in part ? part.toolCallId : [])));
      messages.splice(0, Infinity, ...kept, ...[prompt, ...host.notes.splice(0)].map(user));
      const { text, response } = await agent.generate({ messages, abortSignal });
      messages.push(...response.messages);
      await host.flush();
      return text;
    },
    compact: (summary) => messages.splice(0, Infinity, user(`${summary}\n\n${host.ledger.compact()}`)),
  };
};
