import type OpenAI from "openai";
import { chatMessages } from "./content.js";
import type { Conversation, Host } from "./host.js";

type Message = OpenAI.ChatCompletionMessageParam;
const user = (content: string): Message => ({ role: "user", content });

/** A loop on Chat Completions. `messages` are those of an earlier one, where its session goes on. */
export const openChat = (host: Host, { chat }: OpenAI, messages: Message[]): Conversation => {
  const tools = host.tools.map(({ name, description, schema: parameters }) => ({
    type: "function" as const,
    function: { name, description, parameters },
  }));
  messages[0] = { role: "system", content: host.instructions };
  const prune = () => {
    const results = messages.filter((message) => message.role === "tool");
    for (const old of results.slice(0, -8)) old.content = "[cleared]";
    host.show(results.slice(-8).map((message) => message.tool_call_id));
  };
  return {
    async send(prompt, signal) {
      messages.push(user(prompt));
      for (;;) {
        messages.push(...host.notes.splice(0).map(user));
        const { choices } = await chat.completions.create({ model: "gpt", tools, messages }, { signal });
        const reply = choices[0]?.message ?? { role: "assistant", content: null, refusal: null };
        const calls = (reply.tool_calls ?? []).filter((call) => call.type === "function");
        const runs = calls.map(({ id, function: own }) => host.run(own.name, own.arguments, id, signal));
        const steps = await Promise.all(runs);
        messages.push(reply);
        await host.flush();
        if (steps.length === 0) return reply.content ?? "";
        prune();
        messages.push(...chatMessages(steps, steps.map(host.insert)));
      }
    },
    compact: (summary) => messages.splice(1, Infinity, user(`${summary}\n\n${host.ledger.compact()}`)),
  };
};
