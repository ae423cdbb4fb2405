import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { isObject, type JsonObject, objectsOf } from "../json-object.js";

/** A call that the scripted model makes. */
export interface ScriptedCall {
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

/** A request that the program sent for the model. */
export interface ApiRequest {
  readonly body: JsonObject;
  readonly messages: readonly JsonObject[];
}

/** A server on loopback that answers as the API does. */
export interface ScriptedApi {
  readonly address: string;
  /** All requests so far, those of helpers without tools left out. */
  readonly requests: readonly ApiRequest[];
  readonly close: () => void;
}

const eventsOf = (model: unknown, reply: Reply, newId: (kind: string) => string): string => {
  const { calls = [], text, tokens = 1000 } = reply;
  const blocks = [
    ...(text === undefined
      ? []
      : [{ start: { type: "text", text: "" }, delta: { type: "text_delta", text } }]),
    ...calls.map(({ name, input }) => ({
      start: { type: "tool_use", id: newId("toolu"), name, input: {} },
      delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
    })),
  ];
  const usage = { input_tokens: tokens, output_tokens: 1 };
  const events: readonly { readonly type: string; readonly [field: string]: unknown }[] = [
    {
      type: "message_start",
      message: { id: newId("msg"), type: "message", role: "assistant", model, content: [], usage },
    },
    ...blocks.flatMap(({ start, delta }, index) => [
      { type: "content_block_start", index, content_block: start },
      { type: "content_block_delta", index, delta },
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason: calls.length === 0 ? "end_turn" : "tool_use" }, usage },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
};

/** Starts a server that gives each request of the program to the script. */
export const startApi = async (answer: (request: ApiRequest) => Reply): Promise<ScriptedApi> => {
  const requests: ApiRequest[] = [];
  let ids = 0;
  const newId = (kind: string): string => `${kind}_${String(++ids).padStart(6, "0")}`;
  const server = createServer(async (request, response) => {
    if (request.method !== "POST" || !request.url?.startsWith("/v1/messages?")) {
      response.writeHead(404).end("{}");
      return;
    }
    const body: unknown = await json(request);
    if (!isObject(body)) throw new TypeError("the body of a request is not an object");
    const own = { body, messages: objectsOf(body["messages"]) };
    const isHelper = objectsOf(body["tools"]).length === 0;
    if (!isHelper) requests.push(own);
    const reply = isHelper ? { text: "done" } : answer(own);
    response
      .writeHead(200, { "content-type": "text/event-stream" })
      .end(eventsOf(body["model"], reply, newId));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** The blocks of all messages of a role, a text as a block of text. */
export const blocksOf = (messages: readonly JsonObject[], role?: string): readonly JsonObject[] =>
  messages.flatMap((message) => {
    if (role !== undefined && message["role"] !== role) return [];
    const { content } = message;
    return typeof content === "string" ? [{ type: "text", text: content }] : objectsOf(content);
  });
