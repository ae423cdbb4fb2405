import Anthropic from "@anthropic-ai/sdk";
import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import { lembas } from "@lembas/messages/fetch";

/** Runs tools until the model has an answer. Without `thread: false` the server would hold the conversation. */
export const ask = async (prompt: string, tools: BetaRunnableTool[]): Promise<string> => {
  const client = new Anthropic({ fetch: lembas() });
  const messages = [{ role: "user" as const, content: prompt }];
  const settings = { model: "claude-sonnet-5-5", max_tokens: 8_000, thread: false } as const;
  const { content } = await client.beta.messages.toolRunner({ ...settings, tools, messages });
  return content.flatMap((block) => (block.type === "text" ? block.text : [])).join("\n");
};
