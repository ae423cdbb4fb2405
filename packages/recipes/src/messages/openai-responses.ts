import { lembas } from "@lembas/messages/fetch";
import OpenAI from "openai";

type Run = (call: OpenAI.Responses.ResponseFunctionToolCall) => Promise<OpenAI.Responses.ResponseInputItem>;

/** Runs tools until the model has an answer. `run` gives the output of a call, an item of the input. */
export const ask = async (chat: OpenAI.Responses.ResponseInput, tools: OpenAI.Responses.Tool[], run: Run) => {
  const client = new OpenAI({ fetch: lembas() });
  for (;;) {
    const { output, output_text } = await client.responses.create({ model: "gpt-5.5", tools, input: chat });
    const calls = output.filter((item) => item.type === "function_call");
    if (calls.length === 0) return output_text;
    chat.push(...(output as typeof chat), ...(await Promise.all(calls.map(run))));
  }
};
