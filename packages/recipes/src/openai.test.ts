import type OpenAI from "openai";
import { chatMessages, responsesOutput } from "./content.js";
import { ask as askChat } from "./messages/openai-chat.js";
import { ask as askResponses } from "./messages/openai-responses.js";
import { checkAnswered, type Script } from "./testing/script.js";
import { serveApi } from "./testing/serve-api.js";
import { type PlainTool, setEnvironment, testMessagesRecipe } from "./testing/test-messages-recipe.js";

type Item = OpenAI.Responses.ResponseInputItem;

const answerChat = ({ reply }: Script, { messages }: OpenAI.ChatCompletionCreateParams) => {
  checkAnswered(
    messages
      .flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []))
      .map(({ id }) => id),
    messages.flatMap((message) => (message.role === "tool" ? message.tool_call_id : [])),
  );
  const given = messages.filter(({ role }) => role !== "assistant");
  const texts = given.flatMap(({ content }) => (typeof content === "string" ? content : []));
  const { calls, text } = reply(texts, messages);
  const tool_calls = calls.map(({ id, name, args }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  return {
    choices: [{ message: { role: "assistant", content: text, ...(calls.length > 0 && { tool_calls }) } }],
  };
};

const serve = async (answer: (body: unknown) => unknown): Promise<void> => {
  setEnvironment({ OPENAI_BASE_URL: await serveApi(answer), OPENAI_API_KEY: "none" });
};

const find = (tools: readonly PlainTool[], name: string): PlainTool => {
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new Error(`there is no tool ${name}`);
  return found;
};

testMessagesRecipe("OpenAI Chat Completions", async (script, tools) => {
  await serve((body) => answerChat(script, body as OpenAI.ChatCompletionCreateParams));
  const own = tools.map(({ name, description, schema: parameters }) => ({
    type: "function" as const,
    function: { name, description, parameters },
  }));
  const chat = { model: "gpt", tools: own, messages: [{ role: "user" as const, content: "Go on." }] };
  return askChat(chat, async (calls) => {
    const results = calls.flatMap((call) =>
      call.type === "function" ? find(tools, call.function.name).run(call.function.arguments) : [],
    );
    const steps = calls.map(({ id }) => ({ callId: id }));
    return chatMessages(steps, await Promise.all(results));
  });
});

const textsIn = (item: Item): string[] => {
  if (item.type !== "function_call_output") return [];
  if (typeof item.output === "string") return [item.output];
  return item.output.flatMap((part) => (part.type === "input_text" ? part.text : []));
};

const answerResponses = ({ reply }: Script, input: readonly Item[]) => {
  checkAnswered(
    input.flatMap((item) => (item.type === "function_call" ? item.call_id : [])),
    input.flatMap((item) => (item.type === "function_call_output" ? item.call_id : [])),
  );
  const { calls, text } = reply(input.flatMap(textsIn), input);
  const message = { type: "message", role: "assistant", content: [{ type: "output_text", text }] };
  const uses = calls.map(({ id, name, args }) => ({
    type: "function_call",
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: JSON.stringify(args),
    status: "completed",
  }));
  return { object: "response", status: "completed", output: calls.length > 0 ? uses : [message] };
};

testMessagesRecipe("OpenAI Responses", async (script, tools) => {
  await serve((body) => answerResponses(script, (body as { input: Item[] }).input));
  const own = tools.map(({ name, description, schema: parameters }) => ({
    type: "function" as const,
    strict: false,
    name,
    description,
    parameters,
  }));
  return askResponses([{ role: "user", content: "Go on." }], own, async (call) => ({
    type: "function_call_output",
    call_id: call.call_id,
    output: responsesOutput(await find(tools, call.name).run(call.arguments)),
  }));
});
