import type Anthropic from "@anthropic-ai/sdk";
import type { Conversation, Host, Step } from "./host.js";

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
  const insert = (step: Step): Anthropic.ToolResultBlockParam => {
    const { text: content } = host.insert(step);
    return { type: "tool_result", tool_use_id: step.callId, content };
  };
  return {
    async send(prompt, signal) {
      messages.push(user(prompt));
      for (;;) {
        messages.push(...host.notes.splice(0).map(user));
        const { content } = await client.messages.create({ ...settings, messages }, { signal });
        const calls = content.filter((block) => block.type === "tool_use");
        const runs = calls.map(({ name, input, id }) => host.run(name, input, id, signal));
        const steps = await Promise.all(runs);
        messages.push({ role: "assistant", content });
        await host.flush();
        if (steps.length === 0) return content.find((block) => block.type === "text")?.text ?? "";
        prune();
        messages.push(user(steps.map(insert)));
      }
    },
    compact: (summary) => messages.splice(0, Infinity, user(`${summary}\n\n${host.ledger.compact()}`)),
  };
};
