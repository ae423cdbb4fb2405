import * as sdk from "@openai/agents";
import { agentsContent } from "./content.js";
import type { Conversation, Host } from "./host.js";

/** A conversation in the OpenAI Agents SDK: it goes on where its session is. */
export const openChat = (host: Host, model: sdk.Model, session: sdk.Session): Conversation => {
  const tools = host.tools.map(({ name, description, schema, run }) =>
    sdk.tool({
      name,
      description,
      parameters: { ...schema, additionalProperties: true },
      strict: false,
      errorFunction: null,
      execute: async (args, _context, call) =>
        agentsContent(host.insert(await run(args, call?.toolCall?.callId ?? "", call?.signal))),
    }),
  );
  const agent = new sdk.Agent({ name: "Coder", model, instructions: host.instructions, tools });
  const callModelInputFilter: sdk.CallModelInputFilter = ({ modelData }) => {
    const results = modelData.input.filter((item) => item.type === "function_call_result");
    // Nine results stay. The next calls, four at most, push as many out before the model reads theirs.
    host.show(results.slice(-5).map(({ callId }) => callId));
    for (const result of results.slice(0, -9)) result.output = "[cleared]";
    return modelData;
  };

  return {
    async send(prompt, signal) {
      const input = [prompt, ...host.notes.splice(0)].map((text) => sdk.user(text));
      const result = await sdk.run(agent, input, { session, signal, callModelInputFilter, maxTurns: null });
      await host.flush();
      return result.finalOutput ?? "";
    },
    async compact(summary) {
      await session.clearSession();
      await session.addItems([sdk.user(`${summary}\n\n${host.ledger.compact()}`)]);
    },
  };
};
