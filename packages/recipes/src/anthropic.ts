import type Anthropic from "@anthropic-ai/sdk";
import { anthropicResult } from "./content.js";
import type { Conversation, Host } from "./host.js";

type Message = Anthropic.MessageParam;
const user = (content: Message["content"]): Message => ({ role: "user", content });

/** A loop on the Messages API. `messages` are those of an earlier one, where its session goes on. */
export const openChat = (host: Host, client: Anthropic, messages: Message[]): Conversation => {
  const tools = host.tools.map(({ run, schema, ...tool }) => ({ ...tool, input_schema: schema }));
  const settings = { model: "claude", max_tokens: 8_000, system: host.instructions, tools };
  const prune = () => {
    const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
    const results = blocks.filter((block) => block.type === "tool_result");
    for (const old of results.slice(0, -8)) old.content = "[cleared]";
    host.show(results.slice(-8).map((result) => result.tool_use_id));
  };
  return {
    async send(prompt, signal) {
      messages.push(user(prompt));
      for (;;) {
        messages.push(...host.notes.splice(0).map(user));
        const { content } = await client.messages.create({ ...settings, messages }, { signal });
        const calls = content.filter((block) => block.type === "tool_use");
        const steps = await Promise.all(
          calls.map((call) => host.run(call.name, call.input, call.id, signal)),
        );
        messages.push({ role: "assistant", content });
        await host.flush();
        if (steps.length === 0) return content.find((block) => block.type === "text")?.text ?? "";
        prune();
        messages.push(user(steps.map((step) => anthropicResult(step.callId, host.insert(step)))));
      }
    },
    compact: (summary) => messages.splice(0, Infinity, user(`${summary}\n\n${host.ledger.compact()}`)),
  };
};
