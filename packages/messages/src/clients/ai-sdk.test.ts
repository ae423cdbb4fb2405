import {
  APICallError,
  generateText,
  jsonSchema,
  type ModelMessage,
  stepCountIs,
  tool,
  wrapLanguageModel,
} from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { expect, it, vi } from "vitest";
import { lembas } from "../ai-sdk.js";
import { EXPECTED, nextCalls, readFile } from "../testing/scripted.js";

type Prompt = MockLanguageModelV3["doGenerateCalls"][number]["prompt"];

const resultsIn = (prompt: Prompt): unknown[] =>
  prompt.flatMap(({ role, content }) =>
    role === "tool" ? content.flatMap((part) => (part.type === "tool-result" ? [part.output] : [])) : [],
  );

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that fails so often where it has three results. */
const scripted = (failures: number): MockLanguageModelV3 => {
  let failed = 0;
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const results = resultsIn(prompt).length;
      if (results === 3 && failed < failures) {
        failed++;
        const error = { message: "later", url: "", requestBodyValues: {}, isRetryable: true };
        throw new APICallError(error);
      }
      const calls = nextCalls(results);
      return {
        content: [
          ...calls.map(({ id, name, args }) => ({
            type: "tool-call" as const,
            toolCallId: id,
            toolName: name,
            input: JSON.stringify(args),
          })),
          ...(calls.length === 0 ? [{ type: "text" as const, text: "done" }] : []),
        ],
        finishReason: { unified: calls.length === 0 ? "stop" : "tool-calls", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
};

const tools = {
  read_file: tool({
    description: "Reads a file.",
    inputSchema: jsonSchema<{ offset: number }>({
      type: "object",
      properties: { path: { type: "string" }, offset: { type: "integer" } },
    }),
    execute: (args) => readFile(args),
  }),
};

const run = (model: MockLanguageModelV3, messages: ModelMessage[]) =>
  generateText({
    model: wrapLanguageModel({ model, middleware: lembas() }),
    tools,
    messages,
    stopWhen: stepCountIs(20),
  });

it("version 6 sends composed results at each step, and keeps the messages as they are", async () => {
  const model = scripted(0);
  const { text, response } = await run(model, [{ role: "user", content: "Read the file." }]);
  expect(text).toBe("done");
  const prompts = model.doGenerateCalls.map(({ prompt }) => prompt);
  expect(resultsIn(prompts.at(-1) ?? [])).toEqual(EXPECTED.map((value) => ({ type: "text", value })));
  for (const [index, prompt] of prompts.slice(1).entries()) {
    expect(JSON.stringify(prompt).startsWith(JSON.stringify(prompts[index]).slice(0, -1))).toBe(true);
  }
  expect(JSON.stringify(response.messages)).not.toContain("same as lines");
});

it("a step that is tried again sends the same", async () => {
  const model = scripted(1);
  await run(model, [{ role: "user", content: "Read the file." }]);
  const third = model.doGenerateCalls
    .map(({ prompt }) => prompt)
    .filter((prompt) => resultsIn(prompt).length === 3);
  expect(third).toHaveLength(2);
  expect(third[0]).toEqual(third[1]);
});

it("LEMBAS_OFF=1 passes everything on", async () => {
  vi.stubEnv("LEMBAS_OFF", "1");
  const model = scripted(0);
  await run(model, [{ role: "user", content: "Read the file." }]);
  vi.unstubAllEnvs();
  expect(JSON.stringify(model.doGenerateCalls)).not.toContain("[#");
});

const [major = 0] = process.versions.node.split(".").map(Number);

it.skipIf(major < 22)("version 7 takes the same middleware (it needs Node 22)", async () => {
  const ai7 = await import("ai-7");
  const { MockLanguageModelV4 } = await import("ai-7/test");
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const calls = nextCalls(JSON.stringify(prompt).split('"tool-result"').length - 1);
      return {
        content: [
          ...calls.map(({ id, name, args }) => ({
            type: "tool-call" as const,
            toolCallId: id,
            toolName: name,
            input: JSON.stringify(args),
          })),
          ...(calls.length === 0 ? [{ type: "text" as const, text: "done" }] : []),
        ],
        finishReason: { unified: calls.length === 0 ? "stop" : "tool-calls", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
  const { text } = await ai7.generateText({
    model: ai7.wrapLanguageModel({ model, middleware: lembas() }),
    tools: {
      read_file: ai7.tool({
        description: "Reads a file.",
        inputSchema: ai7.jsonSchema<{ offset: number }>({
          type: "object",
          properties: { path: { type: "string" }, offset: { type: "integer" } },
        }),
        execute: (args) => readFile(args),
      }),
    },
    prompt: "Read the file.",
    stopWhen: ai7.isStepCount(20),
  });
  expect(text).toBe("done");
  const last = model.doGenerateCalls.at(-1)?.prompt ?? [];
  const values = last.flatMap(({ role, content }) =>
    role === "tool" ? content.flatMap((part) => (part.type === "tool-result" ? [part.output] : [])) : [],
  );
  expect(values).toEqual(EXPECTED.map((value) => ({ type: "text", value })));
});
