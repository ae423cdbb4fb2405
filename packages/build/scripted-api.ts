import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** An object of JSON, of which nothing is known yet. */
type JsonObject = { readonly [name: string]: unknown };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const objectsOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Serves on loopback until the test is over. Gives the address. */
export const serveOnLoopback = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
};

/** A call that the scripted model makes. */
export interface ScriptedCall {
  /** Without it the server gives it one. */
  readonly id?: string;
  readonly name: string;
  readonly input: object;
}

/** What the scripted model replies: calls, or a text. */
export interface Reply {
  readonly calls?: readonly ScriptedCall[];
  readonly text?: string;
  /** Tokens that the conversation is said to have. */
  readonly tokens?: number;
}

/** A request that a program sent for the model. */
export interface ApiRequest {
  readonly body: JsonObject;
  /** Its messages, or the items of its input. */
  readonly messages: readonly JsonObject[];
}

/** A server on loopback that answers as a provider's API does, until the test is over. */
export interface ScriptedApi {
  readonly address: string;
  /** All requests so far that offer tools. */
  readonly requests: readonly ApiRequest[];
  /** Those that offer none: for a title, a summary, a check of the connection. */
  readonly helpers: readonly ApiRequest[];
}

/** One event of a stream; its type is its name in the APIs that name events. */
type Event = { readonly type?: string; readonly [field: string]: unknown };

/** How one API streams a reply. */
interface Stream {
  readonly path: string;
  readonly isNamed: boolean;
  readonly eventsOf: (model: unknown, reply: Required<Reply>, newId: (kind: string) => string) => Event[];
}

const messagesStream: Stream = {
  path: "/v1/messages",
  isNamed: true,
  eventsOf: (model, { calls, text, tokens }, newId) => {
    const blocks = [
      ...(text === "" ? [] : [{ start: { type: "text", text: "" }, delta: { type: "text_delta", text } }]),
      ...calls.map(({ id = newId("toolu"), name, input }) => ({
        start: { type: "tool_use", id, name, input: {} },
        delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
      })),
    ];
    const usage = { input_tokens: tokens, output_tokens: 1 };
    const start = { id: newId("msg"), type: "message", role: "assistant", model, content: [], usage };
    return [
      { type: "message_start", message: start },
      ...blocks.flatMap(({ start, delta }, index) => [
        { type: "content_block_start", index, content_block: start },
        { type: "content_block_delta", index, delta },
        { type: "content_block_stop", index },
      ]),
      { type: "message_delta", delta: { stop_reason: calls.length === 0 ? "end_turn" : "tool_use" }, usage },
      { type: "message_stop" },
    ];
  },
};

const chatStream: Stream = {
  path: "/v1/chat/completions",
  isNamed: false,
  eventsOf: (model, { calls, text, tokens }, newId) => {
    const chunk = (delta: object, finish_reason: string | null = null): Event => ({
      id: "chatcmpl",
      object: "chat.completion.chunk",
      model,
      choices: [{ index: 0, delta, finish_reason }],
    });
    const tool_calls = calls.map(({ id = newId("call"), name, input }, index) => ({
      index,
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    }));
    const usage = { prompt_tokens: tokens, completion_tokens: 1, total_tokens: tokens + 1 };
    return [
      chunk({ role: "assistant", content: text, ...(calls.length > 0 && { tool_calls }) }),
      chunk({}, calls.length === 0 ? "stop" : "tool_calls"),
      { id: "chatcmpl", object: "chat.completion.chunk", model, choices: [], usage },
    ];
  },
};

const responsesStream: Stream = {
  path: "/v1/responses",
  isNamed: true,
  eventsOf: (model, { calls, text, tokens }, newId) => {
    const output = [
      ...(text === ""
        ? []
        : [
            {
              type: "message",
              id: newId("msg"),
              status: "completed",
              role: "assistant",
              content: [{ type: "output_text", text, annotations: [] }],
            },
          ]),
      ...calls.map(({ id = newId("call"), name, input }) => ({
        type: "function_call",
        id: newId("fc"),
        call_id: id,
        name,
        arguments: JSON.stringify(input),
        status: "completed",
      })),
    ];
    const response = { id: newId("resp"), object: "response", model, created_at: 1 };
    const usage = { input_tokens: tokens, output_tokens: 1, total_tokens: tokens + 1 };
    return [
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      ...output.flatMap((item, output_index): Event[] => {
        const isCall = item.type === "function_call";
        const begun = isCall ? { ...item, arguments: "" } : { ...item, content: [] };
        const place = { item_id: item.id, output_index, content_index: 0 };
        const part = { type: "output_text", text: "", annotations: [] };
        return [
          { type: "response.output_item.added", output_index, item: begun },
          ...("content" in item
            ? [
                { type: "response.content_part.added", ...place, part },
                { type: "response.output_text.delta", ...place, delta: text },
                { type: "response.output_text.done", ...place, text },
                { type: "response.content_part.done", ...place, part: { ...part, text } },
              ]
            : [
                { type: "response.function_call_arguments.delta", ...place, delta: item.arguments },
                { type: "response.function_call_arguments.done", ...place, arguments: item.arguments },
              ]),
          { type: "response.output_item.done", output_index, item },
        ];
      }),
      { type: "response.completed", response: { ...response, status: "completed", output, usage } },
    ];
  },
};

const STREAMS = [messagesStream, chatStream, responsesStream];

const writeStream = ({ isNamed }: Stream, events: readonly Event[]): string => {
  const rows = events.map(
    (event) => `${isNamed ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`,
  );
  return `${rows.join("")}${isNamed ? "" : "data: [DONE]\n\n"}`;
};

/**
 * Starts a server that gives each request of a program to the script: Anthropic's Messages API, OpenAI's chat completions
 * and responses, streamed. Calls are numbered through, so that two runs of one script have the same ids.
 */
export const startApi = async (
  answer: (request: ApiRequest) => Reply,
  answerHelper: (request: ApiRequest) => Reply = () => ({ text: "done" }),
): Promise<ScriptedApi> => {
  const requests: ApiRequest[] = [];
  const helpers: ApiRequest[] = [];
  let ids = 0;
  const newId = (kind: string): string => `${kind}_${String(++ids).padStart(6, "0")}`;
  const address = await serveOnLoopback(async (request, response) => {
    const [path] = request.url?.split("?") ?? [];
    const stream = STREAMS.find((other) => other.path === path);
    if (request.method !== "POST" || stream === undefined) {
      response.writeHead(404).end("{}");
      return;
    }
    try {
      const body: unknown = await json(request);
      if (!isObject(body)) throw new TypeError("the body of a request is not an object");
      const own = { body, messages: objectsOf(body["messages"] ?? body["input"]) };
      const isHelper = objectsOf(body["tools"]).length === 0;
      (isHelper ? helpers : requests).push(own);
      const { calls = [], text = "", tokens = 1000 } = isHelper ? answerHelper(own) : answer(own);
      const events = stream.eventsOf(body["model"], { calls, text, tokens }, newId);
      response.writeHead(200, { "content-type": "text/event-stream" }).end(writeStream(stream, events));
    } catch (error) {
      const refused = { type: "error", error: { type: "invalid_request_error", message: String(error) } };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(refused));
    }
  });
  return { address, requests, helpers };
};

/** The blocks of all messages of a role, a text as a block of text. */
export const blocksOf = (messages: readonly JsonObject[], role?: string): readonly JsonObject[] =>
  messages.flatMap((message) => {
    if (role !== undefined && message["role"] !== role) return [];
    const { content } = message;
    return typeof content === "string" ? [{ type: "text", text: content }] : objectsOf(content);
  });

/** A call of a request, with its result. */
export interface AnsweredCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** The texts of its result, joined by newlines. */
  readonly text: string;
}

/** What a message or an item has of a call; several for a message with several. */
const callsOf = (message: JsonObject): readonly Omit<AnsweredCall, "text">[] => {
  const named = ({ id, name, input }: { id: unknown; name: unknown; input: unknown }) => ({
    id: String(id),
    name: String(name),
    input,
  });
  const { type, call_id: id, name } = message;
  if (type === "function_call") return [named({ id, name, input: JSON.parse(String(message["arguments"])) })];
  const chat = objectsOf(message["tool_calls"]).map(({ id, function: called }) => {
    const { name, arguments: input } = isObject(called) ? called : {};
    return named({ id, name, input: JSON.parse(String(input)) });
  });
  const blocks = blocksOf([message]).filter((block) => block["type"] === "tool_use");
  return [...chat, ...blocks.map(({ id, name, input }) => named({ id, name, input }))];
};

const resultsOf = (message: JsonObject): readonly (readonly [id: string, text: string])[] => {
  const textOf = (content: unknown): string =>
    typeof content === "string"
      ? content
      : objectsOf(content)
          .map(({ text }) => (typeof text === "string" ? text : ""))
          .join("\n");
  const { type, role, call_id, tool_call_id, output, content } = message;
  if (type === "function_call_output") return [[String(call_id), textOf(output)]];
  if (role === "tool") return [[String(tool_call_id), textOf(content)]];
  return blocksOf([message])
    .filter((block) => block["type"] === "tool_result")
    .map((block) => [String(block["tool_use_id"]), textOf(block["content"])]);
};

/**
 * The calls of a request with their results, in the order of the results.
 *
 * @throws {Error} a call has no result or two, or a result no call, as providers refuse it
 */
export const answeredCalls = ({ messages }: ApiRequest): readonly AnsweredCall[] => {
  const open = new Map<string, Omit<AnsweredCall, "text">>();
  const answered = messages.flatMap((message) => {
    for (const call of callsOf(message)) open.set(call.id, call);
    return resultsOf(message).map(([id, text]) => {
      const call = open.get(id);
      if (!open.delete(id) || call === undefined) throw new Error(`no call is open for the result of ${id}`);
      return { ...call, text };
    });
  });
  if (open.size > 0) throw new Error(`no result for ${[...open.keys()].join(", ")}`);
  return answered;
};

/** What each prompt of a person makes the scripted model do, reply by reply; `done` in the end. */
export class Plans {
  readonly #plans = new Map<string, Reply[]>();

  /** @param prompt begins with `TASK` and another word, by which it is found */
  set(prompt: string, replies: readonly Reply[]): void {
    this.#plans.set(prompt, [...replies]);
  }

  /** The next reply to the last prompt of a request. */
  readonly answer = ({ messages }: ApiRequest): Reply => {
    const prompts = blocksOf(messages, "user").flatMap(
      ({ text }) => /\bTASK \w+/.exec(String(text))?.[0] ?? [],
    );
    return this.#plans.get(prompts.at(-1) ?? "")?.shift() ?? { text: "done" };
  };
}
