import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { expect, it } from "vitest";
import { lembas } from "../fetch.js";
import { composeAnthropic, type Skipped } from "../index.js";
import { type Received, serve } from "../testing/loopback.js";
import { EXPECTED, nextCalls, readFile } from "../testing/scripted.js";

type Message = Anthropic.MessageParam;
type Result = Anthropic.ToolResultBlockParam;

const isResult = (block: Anthropic.ContentBlockParam): block is Result => block.type === "tool_result";

const resultsIn = (messages: readonly Message[]): Result[] =>
  messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.flatMap((block) => (isResult(block) ? [block] : [])),
  );

const bodyOf = ({ body }: Received): { messages: Message[]; thread?: unknown } => JSON.parse(body);

/** What the server answers: thinking, and the next calls. It refuses calls without results, and results without calls. */
const answer = ({ messages }: { messages: Message[] }) => {
  const calls = messages.flatMap(({ content }) =>
    typeof content === "string"
      ? []
      : content.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])),
  );
  const results = resultsIn(messages).map((result) => result.tool_use_id);
  if (calls.join() !== results.join()) {
    const message = "tool_use ids were found without tool_result blocks";
    return { status: 400, json: { type: "error", error: { type: "invalid_request_error", message } } };
  }
  const next = nextCalls(results.length);
  const uses = next.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args }));
  return {
    json: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude",
      stop_reason: next.length > 0 ? "tool_use" : "end_turn",
      usage: { input_tokens: 1, output_tokens: 1 },
      content: [
        { type: "thinking", thinking: "So.", signature: "c2lnbmF0dXJl" },
        ...(next.length > 0 ? uses : [{ type: "text", text: "done" }]),
      ],
    },
  };
};

const clientOf = (url: string, skipped: Skipped[] = []) =>
  new Anthropic({
    baseURL: url,
    apiKey: "none",
    fetch: lembas({ onSkipped: (one) => skipped.push(one) }),
  });

const params = { model: "claude", max_tokens: 1_000 };

/** The loop of a host that marks the last result for the cache, and takes the mark from the one before. */
const run = async (client: Anthropic, messages: Message[]): Promise<void> => {
  for (;;) {
    const { content } = await client.messages.create({ ...params, messages });
    messages.push({ role: "assistant", content });
    const uses = content.filter((block) => block.type === "tool_use");
    if (uses.length === 0) return;
    for (const result of resultsIn(messages)) delete result.cache_control;
    const results = uses.map(
      ({ id, input }): Result => ({
        type: "tool_result",
        tool_use_id: id,
        content: readFile(input as { offset: number }),
      }),
    );
    const last = results.at(-1);
    if (last) last.cache_control = { type: "ephemeral" };
    messages.push({ role: "user", content: results });
  }
};

const withoutCacheControl = (messages: readonly Message[]): string =>
  JSON.stringify(messages, (name, value) => (name === "cache_control" ? undefined : value));

it("what was sent once is sent the same again, and the host's messages stay whole", async () => {
  const { url, received } = await serve((request) => answer(bodyOf(request)));
  const messages: Message[] = [{ role: "user", content: "Read the file." }];
  await run(clientOf(url), messages);

  const bodies = received.map(bodyOf);
  expect(resultsIn(bodies.at(-1)?.messages ?? []).map(({ content }) => content)).toEqual(EXPECTED);
  expect(resultsIn(bodies.at(-1)?.messages ?? []).at(-1)?.cache_control).toEqual({ type: "ephemeral" });
  for (const [index, { messages: sent }] of bodies.slice(1).entries()) {
    const before = withoutCacheControl(bodies[index]?.messages ?? []);
    expect(withoutCacheControl(sent).startsWith(before.slice(0, -1))).toBe(true);
  }
  expect(resultsIn(messages).map(({ content }) => content)).toEqual(
    [1, 10, 20, 1, 1, 1].map((offset) => readFile({ offset })),
  );
});

it("a retry has the same bytes, and a conversation that is resumed by another client too", async () => {
  let failures = 2;
  const { url, received } = await serve((request) => {
    if (resultsIn(bodyOf(request).messages).length === 4 && failures-- > 0) {
      return { status: 529, json: { type: "error", error: { type: "overloaded_error", message: "later" } } };
    }
    return answer(bodyOf(request));
  });
  const messages: Message[] = [{ role: "user", content: "Read the file." }];
  await run(clientOf(url), messages);
  const retried = received.filter((request) => resultsIn(bodyOf(request).messages).length === 4);
  expect(retried).toHaveLength(3);
  expect(new Set(retried.map(({ body }) => body)).size).toBe(1);

  const stored: Message[] = JSON.parse(JSON.stringify(messages));
  await clientOf(url).messages.create({ ...params, messages: stored.slice(0, -1) });
  expect(received.at(-1)?.body).toBe(received.at(-2)?.body);
});

it("a pruned conversation names nothing that is gone", async () => {
  const { url, received } = await serve((request) => answer(bodyOf(request)));
  const messages: Message[] = [{ role: "user", content: "Read the file." }];
  const client = clientOf(url);
  await run(client, messages);
  const pruned = messages.filter(({ content }) => !JSON.stringify(content).includes("call_1"));
  await client.messages.create({ ...params, messages: pruned.slice(0, -1) });
  const [first] = resultsIn(bodyOf(received.at(-1) ?? { path: "", headers: {}, body: "{}" }).messages);
  expect(first?.content).toBe(`[#1b68f8]\n${readFile({ offset: 10 })}`);
  expect(received.at(-1)?.body).not.toContain("#74196f");
});

it("counting tokens counts what is sent", async () => {
  const { url, received } = await serve(({ path, body }) =>
    path.endsWith("/count_tokens") ? { json: { input_tokens: 7 } } : answer(JSON.parse(body)),
  );
  const messages: Message[] = [{ role: "user", content: "Read the file." }];
  const client = clientOf(url);
  await run(client, messages);
  await client.messages.countTokens({ model: "claude", messages: messages.slice(0, -1) });
  expect(bodyOf(received.at(-1) ?? { path: "", headers: {}, body: "{}" }).messages).toEqual(
    bodyOf(received.at(-2) ?? { path: "", headers: {}, body: "{}" }).messages,
  );
});

it("an aborted call is aborted, and the next one goes on", async () => {
  const controller = new AbortController();
  const { url } = await serve((request, index) =>
    index === 0 ? () => controller.abort() : answer(bodyOf(request)),
  );
  const client = clientOf(url);
  const messages: Message[] = [{ role: "user", content: "Read the file." }];
  const aborted = client.messages.create({ ...params, messages }, { signal: controller.signal });
  await expect(aborted).rejects.toThrow(Anthropic.APIUserAbortError);
  await run(client, messages);
  expect(resultsIn(messages)).toHaveLength(EXPECTED.length);
});

it("a stream and an error come as they are", async () => {
  const events = [
    'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}\n\n',
    'event: ping\ndata: {"type":"ping"}\n\n',
    'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  ];
  const { url } = await serve(({ body }) =>
    JSON.parse(body).stream
      ? (response) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          for (const event of events) response.write(event);
          response.end();
        }
      : { status: 400, json: { type: "error", error: { type: "invalid_request_error", message: "bad" } } },
  );
  const client = clientOf(url);
  const messages: Message[] = [{ role: "user", content: "Read the file." }];
  const types: string[] = [];
  for await (const event of await client.messages.create({ ...params, messages, stream: true }))
    types.push(event.type);
  expect(types).toEqual(["message_start", "message_stop"]);
  await expect(client.messages.create({ ...params, messages })).rejects.toThrow("bad");
});

const tool = betaTool({
  name: "read_file",
  description: "Reads a file.",
  inputSchema: {
    type: "object",
    properties: { path: { type: "string" }, offset: { type: "integer" } },
  } as const,
  run: ({ offset }) => readFile({ offset: Number(offset) }),
});

const runnerParams = {
  ...params,
  tools: [tool],
  messages: [{ role: "user" as const, content: "Read the file." }],
};

it("the tool runner without threads sends composed results", async () => {
  const { url, received } = await serve((request) => answer(bodyOf(request)));
  await clientOf(url).beta.messages.toolRunner({ ...runnerParams, thread: false });
  const last = resultsIn(bodyOf(received.at(-1) ?? { path: "", headers: {}, body: "{}" }).messages);
  const texts = last.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)));
  expect(texts).toEqual(EXPECTED);
});

it("the tool runner with threads, where the server holds the conversation, is passed on as it is", async () => {
  const skipped: Skipped[] = [];
  const all: Message[] = [];
  const { url, received } = await serve((request) => {
    const { messages, thread } = bodyOf(request);
    expect(thread).not.toBeUndefined();
    all.push(...messages);
    const given = answer({ messages: all });
    if ("json" in given && "content" in given.json) {
      all.push({ role: "assistant", content: given.json.content as Anthropic.ContentBlockParam[] });
    }
    return given;
  });
  await clientOf(url, skipped).beta.messages.toolRunner(runnerParams);
  expect(received.length).toBeGreaterThan(2);
  expect(resultsIn(all).map(({ content }) => content)).toEqual(
    [1, 10, 20, 1, 1, 1].map((offset) => readFile({ offset })),
  );
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(["server-state"]));
});

it("without a client: the messages composed, and given to it", async () => {
  const { url, received } = await serve((request) => answer(bodyOf(request)));
  const client = new Anthropic({ baseURL: url, apiKey: "none" });
  const messages: Message[] = [{ role: "user", content: "Read the file." }];
  await run(clientOf(url), messages);
  await client.messages.create({ ...params, messages: composeAnthropic(messages.slice(0, -1)) });
  expect(received.at(-1)?.body).toBe(received.at(-2)?.body);
});
