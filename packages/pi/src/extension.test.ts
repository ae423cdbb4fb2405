import { createHash } from "node:crypto";
import { composeAnthropic, guide } from "@lembas/messages";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from "vitest";
import { MessagesVerifier } from "../../replay/src/verify/messages-verifier.js";
import lembas, { type PiApi, type PiMessage } from "./index.js";
import { assistant, bash, image, read, source, text, toolResult, user } from "./testing/conversation.js";
import { FakePi } from "./testing/fake-pi.js";

const load = (): FakePi => {
  const pi = new FakePi();
  lembas(pi);
  return pi;
};

/** A value that nobody may change. */
const frozen = <Value>(value: Value): Value => {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};

const headOf = (id: string): string => `#${createHash("sha256").update(id).digest("hex").slice(0, 6)}`;
const textsOf = (messages: readonly PiMessage[]): readonly string[] =>
  messages
    .filter(({ role }) => role === "toolResult")
    .map((message) =>
      ("content" in message && Array.isArray(message.content) ? message.content : [])
        .map((block: { readonly text?: string }) => block.text ?? "[image]")
        .join("\n"),
    );
const quote = (line = ""): string => (line.length > 30 ? `"${line.slice(0, 30)}…"` : `"${line}"`);
const mark = (lines: readonly string[], first: number, id: string): string =>
  `[${lines.length} lines same as lines ${first}-${first + lines.length - 1} of ${headOf(id)}, from ${quote(lines[0])} to ${quote(lines.at(-1))}]`;

const lines = source(100);
const window = (from: number, to: number): string => lines.slice(from - 1, to).join("\n");

describe("a request of pi", () => {
  it("names lines that stand above, and leaves everything else as it is", () => {
    const [one, two] = [read("toolu_1", 1, 60), read("toolu_2", 41, 60)];
    const messages = frozen([
      { role: "system", content: "", sections: { preamble: "You are pi." }, timestamp: 1 },
      user("Read it."),
      assistant([one]),
      toolResult(one, text(window(1, 60))),
      assistant([two]),
      toolResult(two, text(window(41, 100))),
    ]);
    const sent = load().send(messages);
    expect(textsOf(sent)).toEqual([
      `[${headOf("toolu_1")}]\n${window(1, 60)}`,
      `[${headOf("toolu_2")}]\n${mark(lines.slice(40, 60), 41, "toolu_1")}\n${window(61, 100)}`,
    ]);
    const back = sent.map((message, index) => ({ ...message, content: messages[index]?.content }));
    expect(back).toEqual(messages);
  });

  it("has what a failed command printed composed, and its failure stays one", () => {
    const log = Array.from({ length: 20 }, (_, index) => `ok ${index + 1} - test number ${index + 1} passes`);
    const [one, two] = [bash("toolu_1", "pnpm test"), bash("toolu_2", "pnpm test --all")];
    const failed = `${log.join("\n")}\n\u001b[31mnot ok 21\u001b[0m\n\nCommand exited with code 1`;
    const sent = load().send([
      assistant([one]),
      toolResult(one, text(log.join("\n"))),
      assistant([two]),
      toolResult(two, text(failed), true),
    ]);
    expect(textsOf(sent)[1]).toBe(
      `[${headOf("toolu_2")}]\n${mark(log, 1, "toolu_1")}\nnot ok 21\n\nCommand exited with code 1`,
    );
    expect(sent[3]).toMatchObject({ isError: true, details: { of: "toolu_2" } });
  });

  it("names a text that a call has", () => {
    const write = { id: "toolu_1", name: "write", arguments: { path: "src/app.ts", content: window(1, 40) } };
    const one = read("toolu_2");
    const sent = load().send([
      assistant([write]),
      toolResult(write, text("Successfully wrote to src/app.ts.")),
      assistant([one]),
      toolResult(one, text(window(1, 40))),
    ]);
    expect(textsOf(sent)[1]).toContain(`same as lines 1-40 of "content" in the call of ${headOf("toolu_1")}`);
  });

  it("names nothing of a call that was broken off, which pi does not send", () => {
    const write = { id: "toolu_1", name: "write", arguments: { path: "src/app.ts", content: window(1, 40) } };
    const one = read("toolu_2");
    const result = text("Successfully wrote to src/app.ts.");
    for (const stopReason of ["aborted", "error"]) {
      const messages = [assistant([write], stopReason), toolResult(write, result), assistant([one])];
      const sent = load().send([...messages, toolResult(one, text(window(1, 40)))]);
      expect(textsOf(sent)).toEqual([
        "Successfully wrote to src/app.ts.",
        `[${headOf("toolu_2")}]\n${window(1, 40)}`,
      ]);
    }
  });

  it("shows everything where a call is made again at once", () => {
    const calls = ["toolu_1", "toolu_2", "toolu_3"].map((id) => read(id));
    const sent = load().send(
      calls.flatMap((call) => [assistant([call]), toolResult(call, text(window(1, 40)))]),
    );
    expect(textsOf(sent)).toEqual([
      `[${headOf("toolu_1")}]\n${window(1, 40)}`,
      `[${headOf("toolu_2")}]\n${mark(lines.slice(0, 40), 1, "toolu_1")}`,
      `[${headOf("toolu_3")}]\n${window(1, 40)}`,
    ]);
  });

  it("has the results of calls made side by side composed in their order", () => {
    const [one, two] = [read("toolu_1", 1, 50), read("toolu_2", 31, 50)];
    const results = [toolResult(one, text(window(1, 50))), toolResult(two, text(window(31, 80)))];
    expect(textsOf(load().send([assistant([one, two]), ...results]))[1]).toBe(
      `[${headOf("toolu_2")}]\n${mark(lines.slice(30, 50), 31, "toolu_1")}\n${window(51, 80)}`,
    );
  });

  it("leaves a result with a picture as it is, and names nothing of it", () => {
    const [one, two] = [read("toolu_1"), read("toolu_2", 1, 40)];
    const shown = toolResult(one, [...text(window(1, 40)), image]);
    const sent = load().send([
      assistant([one]),
      shown,
      assistant([two]),
      toolResult(two, text(window(1, 40))),
    ]);
    expect(sent[1]).toEqual(shown);
    expect(textsOf(sent)[1]).toBe(`[${headOf("toolu_2")}]\n${window(1, 40)}`);
  });

  it("has the blocks of one result as the one text that pi sends of them", () => {
    const [one, two] = [bash("toolu_1", "a"), bash("toolu_2", "b")];
    const sent = load().send([
      assistant([one]),
      toolResult(one, text(`${window(1, 20)}\n`, window(21, 40))),
      assistant([two]),
      toolResult(two, text(window(21, 40))),
    ]);
    expect(sent[1]).toMatchObject({
      content: text(`[${headOf("toolu_1")}]\n${window(1, 20)}\n\n${window(21, 40)}`),
    });
    expect(textsOf(sent)[1]).toBe(`[${headOf("toolu_2")}]\n${mark(lines.slice(20, 40), 22, "toolu_1")}`);
  });

  it("has heads by the id that is sent of a call of OpenAI's responses", () => {
    const call = read("call_1|fc_1");
    const sent = load().send([assistant([call]), toolResult(call, text(window(1, 40)))]);
    expect(textsOf(sent)).toEqual([`[${headOf("call_1")}]\n${window(1, 40)}`]);
  });

  it("has nothing above it after a compaction but what pi kept", () => {
    const [one, two, three] = [read("toolu_1", 1, 50), read("toolu_2", 31, 50), read("toolu_3", 61, 40)];
    const kept = [
      assistant([two]),
      toolResult(two, text(window(31, 80))),
      assistant([three]),
      toolResult(three, text(window(61, 100))),
    ];
    const pi = load();
    const before = textsOf(pi.send([assistant([one]), toolResult(one, text(window(1, 50))), ...kept]));
    const summary = { role: "compactionSummary", summary: "All is well.", tokensBefore: 1, timestamp: 1 };
    const after = textsOf(pi.send([summary, ...kept]));
    expect(before[1]).toContain(" same as lines 31-50 of ");
    expect(after[0]).toBe(`[${headOf("toolu_2")}]\n${window(31, 80)}`);
    expect(after[1]).toBe(before[2]);
  });
});

it("is told what heads and marks are in a section of the system prompt", () => {
  const sections: Record<string, string> = { other: "stays" };
  const start = load().handlers.get("before_agent_start");
  expect(start?.({ systemPromptOptions: { sections } })).toBeUndefined();
  expect(sections).toEqual({ other: "stays", "tool-results": guide() });
});

describe("events of a kind that is not known", () => {
  it.each([
    ["nothing", undefined],
    ["null", null],
    ["an empty event", {}],
    ["null for what they have", { systemPromptOptions: null, messages: null }],
    ["texts for what they have", { systemPromptOptions: "text", messages: "text" }],
    ["no sections", { systemPromptOptions: {} }],
    ["a text for the sections", { systemPromptOptions: { sections: "text" } }],
    ["sections that stay as they are", { systemPromptOptions: { sections: Object.freeze({}) } }],
  ])("change nothing: %s", (_, event) => {
    const { handlers } = load();
    for (const name of ["before_agent_start", "context_with_system"])
      expect(handlers.get(name)?.(event as object)).toBeUndefined();
  });

  it("have their other messages composed where some are odd", () => {
    const odd = [
      null,
      7,
      "text",
      {},
      { role: "assistant" },
      { role: "assistant", content: [null, { type: "toolCall", id: 7, name: "read" }, { type: "toolCall" }] },
      { role: "toolResult", toolCallId: "toolu_0", content: [null] },
      { role: "toolResult", toolCallId: 7, content: [{ type: "text", text: 7 }] },
    ] as unknown as PiMessage[];
    const call = read("toolu_1", 1, 60);
    const known = [assistant([call]), toolResult(call, text(window(1, 60)))];
    const sent = load().send([...odd, ...known]);
    expect(sent.slice(0, odd.length)).toEqual(odd);
    expect(textsOf(sent.slice(odd.length))).toEqual([`[${headOf("toolu_1")}]\n${window(1, 60)}`]);
  });
});

it("does nothing with LEMBAS_OFF=1", () => {
  vi.stubEnv("LEMBAS_OFF", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(load().handlers.size).toBe(0);
});

it.each([
  ["a role that is not known", { role: "bashExecution", command: "ls", output: window(1, 40) }],
  ["no content", { role: "toolResult", toolCallId: "toolu_1" }],
  ["an empty content", { role: "toolResult", toolCallId: "toolu_1", content: [] }],
  ["a block that is not known", { role: "toolResult", toolCallId: "toolu_1", content: [{ type: "audio" }] }],
  ["a block that is none", { role: "toolResult", toolCallId: "toolu_1", content: [null] }],
  ["a text in the place of blocks", { role: "toolResult", toolCallId: "toolu_1", content: window(1, 40) }],
  ["an id that is no text", { role: "toolResult", toolCallId: 1, content: text(window(1, 40)) }],
  ["a call that is not there", toolResult(read("toolu_9"), text(window(1, 40)))],
  ["calls without names", { role: "assistant", content: [{ type: "toolCall", id: "toolu_2" }, null] }],
])("a message with %s stays as it is, and the others are composed", (_, message) => {
  const one = read("toolu_5");
  const sent = load().send<PiMessage>([message, assistant([one]), toolResult(one, text(window(1, 40)))]);
  expect(sent[0]).toEqual(message);
  expect(textsOf(sent.slice(2))).toEqual([`[${headOf("toolu_5")}]\n${window(1, 40)}`]);
});

it("is loaded as pi loads an extension", () => {
  expectTypeOf(lembas).parameter(0).toEqualTypeOf<PiApi>();
  expectTypeOf(lembas).returns.toEqualTypeOf<void>();
});

it("sends what @lembas/messages gives of the request, each mark true, whatever comes later", () => {
  let marks = 0;
  const stretch = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 60 }));
  const stretches = fc.array(stretch, { minLength: 1, maxLength: 3 });
  const step = fc.record({ results: fc.array(stretches, { minLength: 1, maxLength: 2 }), tool: fc.nat(1) });
  const session = fc.array(step, { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(session, (steps) => {
      const exchanges = steps.map(({ results, tool }, index) => {
        const calls = results.map((_, at) =>
          tool === 0 ? read(`toolu_${index}_${at}`, index) : bash(`toolu_${index}_${at}`, `run ${at}`),
        );
        const texts = results.map((ranges) =>
          ranges.map(([from, count]) => window(from, from + count)).join("\n"),
        );
        return { calls, texts };
      });
      const messages = exchanges.flatMap(({ calls, texts }) => [
        assistant(calls),
        ...calls.map((call, at) => toolResult(call, text(texts[at] ?? ""))),
      ]);
      const pi = load();
      const sent = textsOf(pi.send(messages));
      const expected = composeAnthropic(
        exchanges.flatMap(({ calls, texts }) => [
          {
            role: "assistant",
            content: calls.map(({ id, name, arguments: input }) => ({ type: "tool_use", id, name, input })),
          },
          {
            role: "user",
            content: calls.map(({ id }, at) => ({
              type: "tool_result",
              tool_use_id: id,
              content: texts[at],
            })),
          },
        ]),
      );
      expect(sent).toEqual(
        expected
          .filter(({ role }) => role === "user")
          .flatMap(({ content }) => content.map((block) => ("content" in block ? block.content : ""))),
      );
      for (let count = 1; count <= messages.length; count++) {
        const own = textsOf(load().send(messages.slice(0, count)));
        expect(own).toEqual(sent.slice(0, own.length));
      }
      const verifier = new MessagesVerifier();
      let place = 0;
      for (const { calls, texts } of exchanges) {
        for (const [at, { id, name, arguments: args }] of calls.entries()) {
          const given = texts[at] ?? "";
          verifier.insert({ op: "output", id, tool: name, args, given, text: given }, sent[place++] ?? "");
        }
      }
      expect(verifier.verdict).toMatchObject({ wrong: 0, examples: [] });
      marks += verifier.verdict.marks;
    }),
    { numRuns: 60 },
  );
  expect(marks).toBeGreaterThan(50);
});
