import OpenAI from "openai";
import { openChat } from "./openai.js";
import { checkAnswered, type Script } from "./testing/script.js";
import { serveApi } from "./testing/scripted-api.js";
import { testRecipe } from "./testing/test-recipe.js";

const answer = ({ reply }: Script, { messages }: OpenAI.ChatCompletionCreateParams) => {
  checkAnswered(
    messages
      .flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []))
      .map(({ id }) => id),
    messages.flatMap((message) => (message.role === "tool" ? message.tool_call_id : [])),
  );
  const given = messages.filter(({ role }) => role !== "assistant");
  const { calls, text } = reply(
    given.map(({ content }) => String(content)),
    messages,
  );
  const tool_calls = calls.map(({ id, name, args }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  return {
    choices: [{ message: { role: "assistant", content: text, ...(calls.length > 0 && { tool_calls }) } }],
  };
};

testRecipe("OpenAI Chat Completions", () => {
  let messages: OpenAI.ChatCompletionMessageParam[] = [];
  return async (host, script) => {
    messages = JSON.parse(JSON.stringify(messages));
    const baseURL = await serveApi((body) => answer(script, body as OpenAI.ChatCompletionCreateParams));
    return openChat(host, new OpenAI({ baseURL, apiKey: "none", maxRetries: 0 }), messages);
  };
});
