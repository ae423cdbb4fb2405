import { Agent, type AgentInputItem, MemorySession, type Model, tool, Usage } from "@openai/agents";
import { agentsContent } from "./content.js";
import { ask } from "./messages/openai-agents.js";
import { openChat } from "./openai-agents.js";
import { checkAnswered, type Script } from "./testing/script.js";
import { type PlainTool, testMessagesRecipe } from "./testing/test-messages-recipe.js";
import { testRecipe } from "./testing/test-recipe.js";

const textsOf = (item: AgentInputItem): string[] => {
  if (item.type === "function_call_result") {
    const output = item.output;
    if (typeof output === "string") return [output];
    return "text" in output ? [output.text] : [];
  }
  if (!("role" in item) || item.role !== "user") return [];
  if (typeof item.content === "string") return [item.content];
  return item.content.flatMap((part) => (part.type === "input_text" ? part.text : []));
};

const modelOf = ({ reply }: Script): Model => ({
  async getResponse({ systemInstructions = "", input }) {
    const items = typeof input === "string" ? [] : input;
    checkAnswered(
      items.flatMap((item) => (item.type === "function_call" ? item.callId : [])),
      items.flatMap((item) => (item.type === "function_call_result" ? item.callId : [])),
    );
    const { calls, text } = reply([systemInstructions, ...items.flatMap(textsOf)], items);
    return {
      usage: new Usage(),
      output:
        calls.length === 0
          ? [
              {
                type: "message",
                role: "assistant",
                status: "completed",
                content: [{ type: "output_text", text }],
              },
            ]
          : calls.map(({ id, name, args }) => ({
              type: "function_call",
              callId: id,
              name,
              status: "completed",
              arguments: JSON.stringify(args),
            })),
    };
  },
  getStreamedResponse() {
    throw new Error("the recipe does not stream");
  },
});

testRecipe("OpenAI Agents SDK", () => {
  const session = new MemorySession();
  return (host, script) => openChat(host, modelOf(script), session);
});

const toolOf = ({ name, description, schema, run }: PlainTool) =>
  tool({
    name,
    description,
    parameters: { ...schema, additionalProperties: true },
    strict: false,
    execute: async (args) => agentsContent(await run(args)),
  });

testMessagesRecipe("OpenAI Agents SDK", (script, tools) => {
  const agent = new Agent({ name: "Coder", model: modelOf(script), tools: tools.map(toolOf) });
  return ask(agent, "Go on.", new MemorySession());
});
