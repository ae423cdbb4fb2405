import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { openChat } from "./anthropic.js";
import { anthropicContent } from "./content.js";
import { ask } from "./messages/anthropic.js";
import { checkAnswered, type Script } from "./testing/script.js";
import { serveApi } from "./testing/serve-api.js";
import { setEnvironment, testMessagesRecipe } from "./testing/test-messages-recipe.js";
import { testRecipe } from "./testing/test-recipe.js";

type Request = Anthropic.MessageCreateParamsNonStreaming & { readonly system?: string };

const textOf = (block: Anthropic.ContentBlockParam): string[] => {
  if (block.type === "text") return [block.text];
  if (block.type !== "tool_result" || block.content === undefined) return [];
  if (typeof block.content === "string") return [block.content];
  return block.content.flatMap((part) => (part.type === "text" ? part.text : []));
};

const answer = ({ reply }: Script, { system = "", messages }: Request): Partial<Anthropic.Message> => {
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  checkAnswered(
    blocks.flatMap((block) => (block.type === "tool_use" ? block.id : [])),
    blocks.flatMap((block) => (block.type === "tool_result" ? block.tool_use_id : [])),
  );
  const asked = messages.filter(({ role }) => role === "user");
  const texts = asked.flatMap(({ content }) =>
    typeof content === "string" ? content : content.flatMap(textOf),
  );
  const { calls, text } = reply([system, ...texts], messages);
  const content: Anthropic.ContentBlockParam[] =
    calls.length === 0
      ? [{ type: "text", text }]
      : calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args }));
  const stop_reason = calls.length === 0 ? "end_turn" : "tool_use";
  return { type: "message", role: "assistant", stop_reason, content } as Partial<Anthropic.Message>;
};

testRecipe("Anthropic Messages API", () => {
  let messages: Anthropic.MessageParam[] = [];
  return async (host, script) => {
    messages = JSON.parse(JSON.stringify(messages));
    const baseURL = await serveApi((body) => answer(script, body as Request));
    return openChat(host, new Anthropic({ baseURL, apiKey: "none", maxRetries: 0 }), messages);
  };
});

testMessagesRecipe("Anthropic", async (script, tools) => {
  const ANTHROPIC_BASE_URL = await serveApi((body) => answer(script, body as Request));
  setEnvironment({ ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY: "none" });
  const own = tools.map(({ schema, run, ...tool }) =>
    betaTool({ ...tool, inputSchema: schema, run: async (args) => anthropicContent(await run(args)) }),
  );
  return ask("Go on.", own);
});
