import { lembas } from "@lembas/messages/fetch";
import OpenAI from "openai";

type Run = (calls: OpenAI.ChatCompletionMessageToolCall[]) => Promise<OpenAI.ChatCompletionMessageParam[]>;

/** Runs tools until the model has an answer. `run` gives a tool message for each call, images behind them. */
export const ask = async (chat: OpenAI.ChatCompletionCreateParamsNonStreaming, run: Run): Promise<string> => {
  const client = new OpenAI({ fetch: lembas() });
  for (;;) {
    const { choices } = await client.chat.completions.create(chat);
    const reply = choices[0]?.message;
    if (!reply?.tool_calls?.length) return reply?.content ?? "";
    chat.messages.push(reply, ...(await run(reply.tool_calls)));
  }
};
