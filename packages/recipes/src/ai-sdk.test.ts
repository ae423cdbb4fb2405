import { jsonSchema, type ModelMessage, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { openChat } from "./ai-sdk.js";
import { aiContent } from "./content.js";
import { openAgent } from "./messages/ai-sdk.js";
import type { Script } from "./testing/script.js";
import { type PlainTool, testMessagesRecipe } from "./testing/test-messages-recipe.js";
import { testRecipe } from "./testing/test-recipe.js";

type Prompt = MockLanguageModelV3["doGenerateCalls"][number]["prompt"];

const textsOf = (prompt: Prompt): string[] =>
  prompt.flatMap(({ role, content }) => {
    if (role === "system") return content;
    if (role === "user") return content.flatMap((part) => (part.type === "text" ? part.text : []));
    if (role === "assistant") return [];
    return content.flatMap((part) => {
      if (part.type !== "tool-result") return [];
      const { output } = part;
      if (output.type === "text") return output.value;
      return output.type === "content"
        ? output.value.flatMap((piece) => (piece.type === "text" ? piece.text : []))
        : [];
    });
  });

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

const modelOf = ({ reply }: Script): MockLanguageModelV3 =>
  new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const { calls, text } = reply(textsOf(prompt), prompt);
      return {
        content:
          calls.length === 0
            ? [{ type: "text", text }]
            : calls.map(({ id, name, args }) => ({
                type: "tool-call",
                toolCallId: id,
                toolName: name,
                input: JSON.stringify(args),
              })),
        finishReason: { unified: calls.length === 0 ? "stop" : "tool-calls", raw: undefined },
        usage: USAGE,
        warnings: [],
      };
    },
  });

testRecipe("AI SDK", () => {
  let messages: ModelMessage[] = [];
  return (host, script) => {
    messages = JSON.parse(JSON.stringify(messages));
    return openChat(host, modelOf(script), messages);
  };
});

const toolOf = ({ name, description, schema, run }: PlainTool) => [
  name,
  tool({
    description,
    inputSchema: jsonSchema(schema),
    execute: run,
    toModelOutput: ({ output }) => aiContent(output),
  }),
];

testMessagesRecipe("AI SDK", async (script, tools) => {
  const agent = openAgent(modelOf(script), Object.fromEntries(tools.map(toolOf)));
  const { text } = await agent.generate({ prompt: "Go on." });
  return text;
});
