import { createHash } from "node:crypto";
import { composeAnthropic, guide } from "@lembas/messages";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from "vitest";
import { MessagesVerifier } from "../../replay/src/verify/messages-verifier.js";
import plugin, { type OpencodeHooks, type OpencodeMessage } from "./index.js";
import {
  assistant,
  bash,
  type Call,
  completed,
  failed,
  numbered,
  read,
  user,
} from "./testing/conversation.js";

const TRANSFORM = "experimental.chat.messages.transform";
const SYSTEM = "experimental.chat.system.transform";

/** What is sent of these messages. opencode reads them anew for each request. */
const send = async (hooks: OpencodeHooks, messages: readonly OpencodeMessage[]) => {
  const own = structuredClone(messages);
  await hooks[TRANSFORM]?.({}, { messages: own });
  return own;
};

const headOf = (id: string): string => `#${createHash("sha256").update(id).digest("hex").slice(0, 6)}`;

interface State {
  readonly status: string;
  readonly output?: string;
  readonly error?: string;
}

const textsOf = (messages: readonly OpencodeMessage[]): readonly string[] =>
  messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => ("state" in part ? [part.state as State] : []))
    .map(({ output, error }) => output ?? error ?? "");

const mark = (from: number, to: number, id: string): string => {
  const quote = (line: number): string =>
    `"${numbered(line, line)
      .replace(/^\d+: /, "")
      .slice(0, 30)}…"`;
  return `[lines ${from}-${to} same as lines ${from}-${to} of ${headOf(id)}, from ${quote(from)} to ${quote(to)}]`;
};

const head = (id: string): string => `[${headOf(id)}]\n`;

describe("a request of opencode", () => {
  it("names lines that stand above, and leaves everything else as it is", async () => {
    const messages = [
      user("Read it."),
      assistant([completed(read("toolu_1", 1, 60), numbered(1, 60))]),
      assistant([completed(read("toolu_2", 41, 60), numbered(41, 100))]),
    ];
    const sent = await send(await plugin.server(), messages);
    // The first numbered line stays: it says how the others are numbered.
    expect(textsOf(sent)).toEqual([
      head("toolu_1") + numbered(1, 60),
      `${head("toolu_2")}${numbered(41, 41)}\n${mark(42, 60, "toolu_1")}\n${numbered(61, 100)}`,
    ]);
    const back = JSON.stringify(sent).replaceAll(/"output":"(?:[^"\\]|\\.)*"/g, "");
    expect(back).toBe(JSON.stringify(messages).replaceAll(/"output":"(?:[^"\\]|\\.)*"/g, ""));
  });

  it("makes another part of each that changes, and no other message, list or part", async () => {
    const hooks = await plugin.server();
    const messages = [user("Read it."), assistant([completed(read("toolu_1"), numbered(1, 40))])];
    const parts = messages.map((message) => message.parts);
    const states = parts.flat().map((part) => Object.freeze(part));
    await hooks[TRANSFORM]?.({}, { messages });
    expect(messages.map((message) => message.parts)).toEqual(parts);
    const changed = messages.flatMap((message) => message.parts).filter((part) => !states.includes(part));
    expect(changed).toHaveLength(1);
  });

  it("has the results of one message composed in their order", async () => {
    const calls = [completed(read("toolu_1"), numbered(1, 50)), completed(read("toolu_2"), numbered(31, 80))];
    const sent = await send(await plugin.server(), [assistant(calls)]);
    expect(textsOf(sent)[1]).toContain(mark(32, 50, "toolu_1"));
  });

  it("has what failed composed, and what an interrupted command printed", async () => {
    const log = Array.from({ length: 20 }, (_, index) => `ok ${index + 1} - test number ${index + 1} passes`);
    const text = log.join("\n");
    const [one, two, three] = [bash("toolu_1", "a"), bash("toolu_2", "b"), bash("toolu_3", "c")];
    const interrupted = failed(three, "Tool execution aborted", { interrupted: true, output: text });
    const sent = await send(await plugin.server(), [
      assistant([completed(one, `\u001b[32m${text}\u001b[0m`)]),
      assistant([failed(two, `${text}\nfailed`)]),
      assistant([interrupted], { error: { name: "MessageAbortedError", data: {} } }),
    ]);
    const same = `[20 lines same as lines 1-20 of ${headOf("toolu_1")}, from "${log[0]}" to "${log[19]}"]`;
    expect(textsOf(sent)).toEqual([
      head("toolu_1") + text,
      `${head("toolu_2")}${same}\nfailed`,
      "Tool execution aborted",
    ]);
    expect(sent[2]?.parts[2]).toMatchObject({
      state: {
        error: "Tool execution aborted",
        metadata: { interrupted: true, output: head("toolu_3") + same },
      },
    });
  });

  it("names a text that a call has", async () => {
    const content = numbered(1, 40).replaceAll(/^\d+: /gm, "");
    const write: Call = { callID: "toolu_1", tool: "write", input: { filePath: "/project/app.ts", content } };
    const sent = await send(await plugin.server(), [
      assistant([completed(write, "Wrote file successfully.")]),
      assistant([completed(read("toolu_2"), numbered(1, 40))]),
    ]);
    expect(textsOf(sent)[1]).toContain(`same as lines 2-40 of "content" in the call of ${headOf("toolu_1")}`);
  });

  it("shows everything where a call is made again at once", async () => {
    const again = ["toolu_1", "toolu_2", "toolu_3"].map((id) =>
      assistant([completed(read(id), numbered(1, 40))]),
    );
    const sent = textsOf(await send(await plugin.server(), again));
    expect(sent[1]).toBe(`${head("toolu_2")}${numbered(1, 1)}\n${mark(2, 40, "toolu_1")}`);
    expect(sent[2]).toBe(head("toolu_3") + numbered(1, 40));
  });

  it.each([
    ["cleared", completed(read("toolu_1"), numbered(1, 40), { time: { start: 1, end: 2, compacted: 3 } })],
    ["with files", completed(read("toolu_1"), numbered(1, 40), { attachments: [{ mime: "image/png" }] })],
    [
      "of a provider",
      { ...completed(read("toolu_1"), numbered(1, 40)), metadata: { providerExecuted: true } },
    ],
    ["not done", { ...completed(read("toolu_1"), ""), state: { status: "running", input: {} } }],
    ["of a kind that is not known", { type: "tool", callID: "toolu_1", tool: "read", state: "completed" }],
    ["without an id", { ...completed(read("toolu_1"), numbered(1, 40)), callID: undefined }],
    ["no object", []],
  ])("leaves a result %s as it is, and names nothing of it", async (_, part) => {
    const messages = [assistant([part]), assistant([completed(read("toolu_2"), numbered(1, 40))])];
    const sent = await send(await plugin.server(), messages);
    expect(sent[0]).toEqual(messages[0]);
    expect(textsOf(sent).at(-1)).toBe(head("toolu_2") + numbered(1, 40));
  });

  it("names nothing of a message that failed, which opencode does not send", async () => {
    const error = { name: "APIError", data: { message: "overloaded" } };
    const messages = [
      assistant([completed(read("toolu_1"), numbered(1, 40))], { error }),
      assistant([completed(read("toolu_2"), numbered(1, 40))]),
    ];
    const sent = await send(await plugin.server(), messages);
    expect(sent[0]).toEqual(messages[0]);
    expect(textsOf(sent)[1]).toBe(head("toolu_2") + numbered(1, 40));
  });
});

it("leaves what a summary is made from as it is, of that session and once", async () => {
  const hooks = await plugin.server();
  const messages = [assistant([completed(read("toolu_1"), numbered(1, 40))])];
  const other = [{ ...messages[0], info: { role: "assistant", sessionID: "ses_2" } }] as OpencodeMessage[];
  await hooks["experimental.session.compacting"]?.({ sessionID: "ses_1" }, { context: [] });
  expect(textsOf(await send(hooks, other))).toEqual([head("toolu_1") + numbered(1, 40)]);
  expect(await send(hooks, messages)).toEqual(messages);
  expect(textsOf(await send(hooks, messages))).toEqual([head("toolu_1") + numbered(1, 40)]);
});

it("says in the system prompt of a session what heads and marks are", async () => {
  const hooks = await plugin.server();
  const system = ["You are opencode."];
  await hooks[SYSTEM]?.({ sessionID: "ses_1" }, { system });
  expect(system).toEqual(["You are opencode.", guide()]);
  await hooks[SYSTEM]?.({}, { system });
  expect(system).toHaveLength(2);
});

it("stops no request, whatever it is given", async () => {
  const hooks = await plugin.server();
  await hooks["experimental.session.compacting"]?.(undefined as never, {});
  const other = { messages: "text", system: "text", sessionID: 7 };
  for (const nothing of [{}, null, undefined, "text", other, { system: Object.freeze([]) }] as never[]) {
    await hooks["experimental.session.compacting"]?.(nothing, nothing);
    await hooks[TRANSFORM]?.(nothing, nothing);
    await hooks[SYSTEM]?.(nothing, nothing);
    await hooks[SYSTEM]?.({ sessionID: "ses_1" }, nothing);
  }
  const odd = [null, {}, { info: null, parts: null }, { info: { role: "assistant" }, parts: null }];
  const messages = [...odd, assistant([completed(read("toolu_1"), numbered(1, 40))])] as OpencodeMessage[];
  const sent = await send(hooks, messages);
  expect(sent.slice(0, -1)).toEqual(odd);
  expect(textsOf(sent.slice(-1))).toEqual([head("toolu_1") + numbered(1, 40)]);
});

it("does nothing with LEMBAS_OFF=1", async () => {
  vi.stubEnv("LEMBAS_OFF", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await plugin.server()).toEqual({});
});

it("is loaded as opencode loads a plugin", () => {
  expect(plugin.id).toBe("lembas");
  expectTypeOf(plugin.server).returns.resolves.toEqualTypeOf<OpencodeHooks>();
});

it("sends what @lembas/messages gives of the request, each mark true, whatever comes later", async () => {
  let marks = 0;
  const stretch = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 60 }));
  const step = fc.record({ results: fc.array(stretch, { minLength: 1, maxLength: 3 }), tool: fc.nat(1) });
  const session = fc.array(step, { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(session, async (steps) => {
      const exchanges = steps.map(({ results, tool }, index) =>
        results.map(([from, count], at) => ({
          call: (tool === 0 ? read : bash)(`toolu_${index}_${at}`, index as never),
          text:
            tool === 0
              ? numbered(from, from + count)
              : numbered(from, from + count).replaceAll(/^\d+: /gm, ""),
        })),
      );
      const messages = exchanges.map((calls) =>
        assistant(calls.map(({ call, text }) => completed(call, text))),
      );
      const sent = textsOf(await send(await plugin.server(), messages));
      const expected = composeAnthropic(
        exchanges.flatMap((calls) => [
          {
            role: "assistant",
            content: calls.map(({ call: { callID: id, tool: name, input } }) => ({
              type: "tool_use",
              id,
              name,
              input,
            })),
          },
          {
            role: "user",
            content: calls.map(({ call, text }) => ({
              type: "tool_result",
              tool_use_id: call.callID,
              content: text,
            })),
          },
        ]),
      );
      expect(sent).toEqual(
        expected
          .filter(({ role }) => role === "user")
          .flatMap(({ content }) => content.map((block) => ("content" in block ? block.content : ""))),
      );
      const hooks = await plugin.server();
      for (let count = 1; count <= messages.length; count++) {
        const own = textsOf(await send(hooks, messages.slice(0, count)));
        expect(own).toEqual(sent.slice(0, own.length));
      }
      const verifier = new MessagesVerifier();
      for (const [index, { call, text }] of exchanges.flat().entries()) {
        const { callID: id, tool, input: args } = call;
        verifier.insert({ op: "output", id, tool, args, given: text, text }, sent[index] ?? "");
      }
      expect(verifier.verdict).toMatchObject({ wrong: 0, examples: [] });
      marks += verifier.verdict.marks;
    }),
    { numRuns: 60 },
  );
  expect(marks).toBeGreaterThan(50);
});
