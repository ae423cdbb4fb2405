import type { ModelMessage } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { openChat } from "./ai-sdk.js";
import type { Script } from "./testing/script.js";
import { testRecipe } from "./testing/test-recipe.js";

type Prompt = MockLanguageModelV3["doGenerateCalls"][number]["prompt"];

const textsOf = (prompt: Prompt): string[] =>
  prompt.flatMap(({ role, content }) => {
    if (role === "system") return content;
    if (role === "user") return content.flatMap((part) => (part.type === "text" ? part.text : []));
    if (role === "assistant") return [];
    return content.flatMap((part) =>
      part.type === "tool-result" && part.output.type === "text" ? part.output.value : [],
    );
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
