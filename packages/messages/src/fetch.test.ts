import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { lembas } from "./fetch.js";
import type { Skipped } from "./index.js";
import { composeAnthropic, composeChat } from "./index.js";
import { conversation } from "./testing/conversations.js";
import { renderedForms } from "./testing/render-forms.js";

afterEach(() => vi.unstubAllEnvs());

interface Call {
  readonly input: unknown;
  readonly init: { readonly body?: unknown } | undefined;
}

/** A `fetch` that keeps what it is called with. */
const recording = (skipped: Skipped[] = []) => {
  const calls: Call[] = [];
  const fetch = (input: unknown, init?: Call["init"]): string => {
    calls.push({ input, init });
    return "answer";
  };
  return { calls, skipped, fetch: lembas({ fetch, onSkipped: (one) => skipped.push(one) }) };
};

const MESSAGES = "https://api.example/v1/messages?beta=true";
const long = Array.from({ length: 9 }, (_, line) => `line ${line} of a result, "quoted" \\ and ü`).join("\n");

const messages = [
  { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "bash", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: long }] },
];

/** JSON as other writers write it: spaces, and characters as escapes. */
const write = (value: unknown, space: string, isEscaped: boolean): string => {
  if (typeof value === "string") {
    const text = JSON.stringify(value);
    if (!isEscaped) return text;
    return text.replace(
      /[g-mo-qsv-z\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  }
  if (Array.isArray(value))
    return `[${space}${value.map((item) => write(item, space, isEscaped)).join(`,${space}`)}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, field]) => `${write(name, "", isEscaped)}${space}:${write(field, space, isEscaped)}`,
  );
  return `{${fields.join(`${space},`)}${space}}`;
};

/** The texts that a JSON text is made of: strings, signs, and what stands between them. */
const tokens = (text: string): string[] => text.match(/"(?:[^"\\]|\\.)*"|[^"]+/gs) ?? [];

describe("the body of a request", () => {
  it.each(["string", "bytes"])("changes in the texts that are composed alone, to the byte: %s", (kind) => {
    fc.assert(
      fc.property(conversation, fc.constantFrom("", " ", "\n\t"), fc.boolean(), (steps, space, isEscaped) => {
        const [anthropic] = renderedForms;
        const held = anthropic?.write(steps) ?? [];
        const given = write({ model: "m", messages: held, zero: -0.0, last: 1e2 }, space, isEscaped);
        const { calls, fetch } = recording();
        fetch(MESSAGES, { body: kind === "bytes" ? new TextEncoder().encode(given) : given });
        const body = calls[0]?.init?.body;
        const sent = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
        const composed = composeAnthropic(JSON.parse(given).messages);
        expect(JSON.parse(sent).messages).toEqual(composed);
        const before = tokens(given);
        const changed = new Map<string, string>();
        for (const [index, token] of tokens(sent).entries()) {
          if (token !== before[index]) changed.set(before[index] ?? "", token);
        }
        for (const [old, token] of changed) {
          expect(JSON.stringify(composed)).toContain(token);
          expect(JSON.stringify(held)).toContain(JSON.stringify(JSON.parse(old)));
        }
        expect(tokens(sent)).toHaveLength(before.length);
      }),
      { numRuns: 40 },
    );
  });

  it("keeps the rest of a list in which a cap takes blocks away", () => {
    const blocks = [
      { type: "text", text: long },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } },
      { type: "text", text: long, cache_control: { type: "ephemeral" } },
    ];
    const held = [
      messages[0],
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: blocks }] },
    ];
    const calls: Call[] = [];
    const fetch = (input: unknown, init?: Call["init"]) => void calls.push({ input, init });
    const body = write({ messages: held }, " ", true);
    lembas({ fetch, cap: { maxLines: 4 } })(MESSAGES, { body });
    const sent = String(calls[0]?.init?.body);
    const image = write(blocks[1], " ", true);
    expect(sent).toContain(image);
    expect(JSON.parse(sent).messages[1].content[0].content).toEqual([
      {
        type: "text",
        text: `[#74196f]\n${long.split("\n").slice(0, 2).join("\n")}\n[15 lines elided, full output #74196f]\n${long.split("\n").at(-1)}`,
        cache_control: { type: "ephemeral" },
      },
      blocks[1],
    ]);
  });

  it.each([
    ["changes", messages],
    ["would not change", messages.slice(0, 1)],
  ])("is passed on as it is where its messages stand twice, and what stands there %s", (_, sent) => {
    for (const name of ['"messages"', '"message\\u0073"']) {
      const body = JSON.stringify({ model: "m", messages: sent }).replace(
        '"model":"m"',
        `${name}:[],"model":"m"`,
      );
      const { calls, skipped, fetch } = recording();
      fetch(MESSAGES, { body });
      expect(calls[0]?.init?.body).toBe(body);
      expect(skipped).toMatchObject([{ reason: "unreadable-body", error: { name: "AmbiguousJsonError" } }]);
    }
  });

  it("stays as it is from the message on in which a name stands twice, for what stands before it was sent composed", () => {
    const pair = (id: string, content: string) => [
      { role: "assistant", content: [{ type: "tool_use", id, name: "bash", input: { id } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
    ];
    const all = [...pair("call_1", long), ...pair("call_2", long), ...pair("call_3", long)];
    const { calls, skipped, fetch } = recording();
    fetch(MESSAGES, { body: JSON.stringify({ messages: all.slice(0, 2) }) });
    const twice = '{"type":"tool_result","type":"tool_result","tool_use_id":"call_2"';
    const body = JSON.stringify({ messages: all }).replace(
      '{"type":"tool_result","tool_use_id":"call_2"',
      twice,
    );
    fetch(MESSAGES, { body });
    const [first, second] = calls.map(({ init }) => String(init?.body));
    expect(JSON.parse(first ?? "").messages).toEqual(composeAnthropic(all.slice(0, 2)));
    expect(JSON.parse(second ?? "").messages).toEqual([
      ...composeAnthropic(all.slice(0, 2)),
      ...all.slice(2),
    ]);
    expect(second).toContain(twice);
    expect(skipped).toMatchObject([{ reason: "failed", message: 3, error: { name: "AmbiguousJsonError" } }]);
  });
});

describe("what is passed on as it is", () => {
  const body = JSON.stringify({ messages });

  it.each<[string, unknown, object | undefined, string | undefined]>([
    ["another path", "https://api.example/v1/models", { body }, undefined],
    ["batches of messages", "https://api.example/v1/messages/batches", { body }, undefined],
    ["a request without a body", MESSAGES, { method: "HEAD" }, undefined],
    ["a Request", new Request(MESSAGES, { method: "POST", body }), undefined, undefined],
    ["a stream", MESSAGES, { body: new ReadableStream() }, "unreadable-body"],
    ["a form", MESSAGES, { body: new FormData() }, "unreadable-body"],
    ["no JSON", MESSAGES, { body: '{"messages":[' }, "unreadable-body"],
    ["bytes that are no UTF-8", MESSAGES, { body: new Uint8Array([0x7b, 0xff]) }, "unreadable-body"],
    ["JSON that is no object", MESSAGES, { body: "[]" }, "unreadable-body"],
    ["a compressed body", MESSAGES, { body, headers: { "Content-Encoding": "gzip" } }, "unreadable-body"],
    [
      "a body whose length is said",
      MESSAGES,
      { body, headers: [["content-length", "9"]] },
      "unreadable-body",
    ],
    ["messages that are no list", MESSAGES, { body: '{"messages":"none"}' }, undefined],
    [
      "a thread",
      MESSAGES,
      { body: JSON.stringify({ messages, thread: { type: "create" } }) },
      "server-state",
    ],
    [
      "edits that clear results",
      MESSAGES,
      {
        body: JSON.stringify({
          messages,
          context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
        }),
      },
      "server-state",
    ],
  ])("%s", (_, input, init, reason) => {
    const { calls, skipped, fetch } = recording();
    expect(fetch(input, init)).toBe("answer");
    expect(calls).toHaveLength(1);
    expect(calls[0]?.input).toBe(input);
    expect(calls[0]?.init).toBe(init);
    expect(skipped.map((one) => one.reason)).toEqual(reason === undefined ? [] : [reason]);
  });

  it("everything, with LEMBAS_OFF=1", () => {
    vi.stubEnv("LEMBAS_OFF", "1");
    const { calls, fetch } = recording();
    const init = { body };
    fetch(MESSAGES, init);
    expect(calls[0]?.init).toBe(init);
  });
});

it.each([
  ["https://proxy.example/anthropic/v1/messages"],
  ["https://api.example/v1/messages/"],
  [new URL(MESSAGES)],
])("composes by the end of the path: %s", (input) => {
  const { calls, fetch } = recording();
  const signal = new AbortController().signal;
  const body = JSON.stringify({
    messages,
    context_management: { edits: [{ type: "clear_thinking_20251015" }] },
  });
  fetch(input, { body, signal, headers: new Headers({ "x-own": "1" }) } as Call["init"]);
  expect(JSON.parse(String(calls[0]?.init?.body)).messages).toEqual(composeAnthropic(messages));
  expect(calls[0]?.init).toMatchObject({ signal });
});

it("chat completions, in bytes of an ArrayBuffer", () => {
  const held = [
    {
      role: "assistant",
      tool_calls: [{ id: "call_1", type: "function", function: { name: "bash", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "call_1", content: long },
  ];
  const { calls, fetch } = recording();
  const { buffer } = new TextEncoder().encode(JSON.stringify({ messages: held }));
  fetch("https://api.example/openai/deployments/x/chat/completions?api-version=1", { body: buffer });
  const body = calls[0]?.init?.body;
  expect(body).toBeInstanceOf(ArrayBuffer);
  expect(JSON.parse(new TextDecoder().decode(body as ArrayBuffer)).messages).toEqual(composeChat(held));
});

it("what a programmer gets wrong is named", () => {
  // @ts-expect-error no function
  expect(() => lembas({ fetch: 5 })).toThrow(new TypeError("fetch must be a function; got 5"));
  // @ts-expect-error no option
  expect(() => lembas({ keepLast: 3 })).toThrow(
    /^unknown option "keepLast"; there are knownLines, clean, cap, caps, /,
  );
});
