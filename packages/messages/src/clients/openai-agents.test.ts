import { Agent, type AgentInputItem, MemorySession, type Model, Runner, tool, Usage } from "@openai/agents";
import { expect, it } from "vitest";
import { lembas } from "../openai-agents.js";
import { EXPECTED, nextCalls, readFile } from "../testing/scripted.js";

const outputsIn = (items: readonly AgentInputItem[]): unknown[] =>
  items.flatMap((item) => {
    if (item.type !== "function_call_result") return [];
    const { output } = item;
    return [typeof output === "object" && "text" in output ? output.text : output];
  });

const modelOf = (sent: AgentInputItem[][]): Model => ({
  async getResponse({ input }) {
    const items = typeof input === "string" ? [] : input;
    sent.push(structuredClone(items));
    const calls = nextCalls(outputsIn(items).length);
    if (calls.length === 0) {
      const content = [{ type: "output_text" as const, text: "done" }];
      return {
        usage: new Usage(),
        output: [{ type: "message", role: "assistant", status: "completed", content }],
      };
    }
    return {
      usage: new Usage(),
      output: calls.map(({ id, name, args }) => ({
        type: "function_call",
        callId: id,
        name,
        status: "completed",
        arguments: JSON.stringify(args),
      })),
    };
  },
  getStreamedResponse() {
    throw new Error("not streamed here");
  },
});

const agentOf = (model: Model) =>
  new Agent({
    name: "reader",
    model,
    tools: [
      tool({
        name: "read_file",
        description: "Reads a file.",
        parameters: {
          type: "object",
          properties: { path: { type: "string" }, offset: { type: "integer" } },
          required: ["path", "offset"],
          additionalProperties: false,
        },
        execute: (args) => readFile(args as { offset: number }),
      }),
    ],
  });

const runner = () => new Runner({ callModelInputFilter: lembas(), tracingDisabled: true });

it("a run's model is sent composed results, and its session keeps what the tools gave", async () => {
  const sent: AgentInputItem[][] = [];
  const session = new MemorySession();
  const agent = agentOf(modelOf(sent));
  await runner().run(agent, "Read the file.", { session });
  expect(outputsIn(sent.at(-1) ?? [])).toEqual(EXPECTED);
  for (const [index, own] of sent.slice(1).entries()) {
    expect(JSON.stringify(own).startsWith(JSON.stringify(sent[index]).slice(0, -1))).toBe(true);
  }
  expect(outputsIn(await session.getItems())).toEqual(
    [1, 10, 20, 1, 1, 1].map((offset) => readFile({ offset })),
  );
});

it("a session that is gone on with by another runner sends the same", async () => {
  const sent: AgentInputItem[][] = [];
  const session = new MemorySession();
  const agent = agentOf(modelOf(sent));
  await runner().run(agent, "Read the file.", { session });
  const before = sent.at(-1) ?? [];
  await runner().run(agent, "And again.", { session });
  expect(outputsIn(sent.at(-1) ?? []).slice(0, EXPECTED.length)).toEqual(outputsIn(before));
});

it("results that are given to a run with a session are kept composed, and go on as the same", async () => {
  const sent: AgentInputItem[][] = [];
  const agent = agentOf(modelOf(sent));
  const { history } = await runner().run(agent, "Read the file.");
  const session = new MemorySession();
  const goOn: AgentInputItem = { type: "message", role: "user", content: "And again." };
  const sessionInputCallback = (own: AgentInputItem[], input: AgentInputItem[]) => [...own, ...input];
  await runner().run(agent, [...history, goOn], { session, sessionInputCallback });
  const once = outputsIn(sent.at(-1) ?? []);
  await runner().run(agent, [goOn], { session, sessionInputCallback });
  expect(outputsIn(sent.at(-1) ?? [])).toEqual(once);
  expect(once).toEqual(EXPECTED);
});
