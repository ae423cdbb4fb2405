import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createMcpHandler,
  localhostAllowedHostnames,
  type McpHttpHandler,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { buildServer, type MemoryServerOptions } from "../memory-server.js";
import { messageOf } from "../message-of.js";
import { MOST_BYTES } from "../whole-lines.js";
import type { Tokens } from "./token-file.js";
import { headersOf, readBody, sendResponse } from "./web-request.js";

/** Where a memory is served over HTTP, and to whom. */
export interface HttpOptions {
  readonly host: string;
  /** With 0 one that is free. */
  readonly port: number;
  /** Names beside those of this machine that a `Host` header may have: that of a proxy in front. */
  readonly allowedHosts: readonly string[];
  readonly tokens: Tokens;
  /** The memory that a token is for. */
  readonly memoryOf: (scope: string | undefined) => MemoryServerOptions;
  /** Told what went wrong with a request, and nothing of what it held. */
  readonly onError: (message: string) => void;
  /** The longest that a client may take to send a request, in milliseconds. */
  readonly patience?: number | undefined;
}

/** A server that runs. */
export interface ServedHttp {
  /** `http://127.0.0.1:7412/mcp`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const PATH = "/mcp";

/** How long a client may take to send a request: a slow one holds a connection, and nothing else. */
const PATIENCE = 30_000;

/** Answers a request that does not reach the protocol, in its form. */
const refuse = (
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_600, message } }));
};

const methodOf = (message: unknown): unknown => Object(message).method;

const OPENINGS: ReadonlySet<unknown> = new Set(["initialize", "server/discover"]);

/** Whether a client begins with this message: the answer has the instructions. */
const isOpening = (message: unknown): boolean => [message].flat().some((one) => OPENINGS.has(methodOf(one)));

const parse = (text: string): { readonly parsedBody?: unknown } => {
  try {
    return { parsedBody: JSON.parse(text) };
  } catch {
    // The SDK says so.
    return {};
  }
};

/** The memory of one scope: a server for each request. */
class Endpoint {
  readonly #opening: McpHttpHandler;
  readonly #other: McpHttpHandler;

  constructor(memory: MemoryServerOptions, onError: (message: string) => void) {
    const options = {
      maxSubscriptions: 0,
      maxRequestBodySize: MOST_BYTES,
      onerror: (error: Error) => onError(error.message),
    };
    const handler = (hasInstructions: boolean) =>
      createMcpHandler(
        async () => (await buildServer(memory, { hasInstructions, hasSubscriptions: false })).server,
        options,
      );
    this.#opening = handler(true);
    this.#other = handler(false);
  }

  answer(request: IncomingMessage, body: string, signal: AbortSignal): Promise<Response> {
    const { method = "GET", headers, url = "" } = request;
    const hasBody = method !== "GET" && method !== "HEAD";
    const asked = new Request(`http://${headers.host}${url}`, {
      method,
      headers: headersOf(request),
      signal,
      ...(hasBody && { body }),
    });
    const parsed = hasBody ? parse(body) : {};
    const handler = isOpening(parsed.parsedBody) ? this.#opening : this.#other;
    return handler.fetch(asked, parsed);
  }
}

/** Looks at who asks before anything of the body is read. */
class Gate {
  readonly #hosts: string[];
  readonly #tokens: Tokens;

  constructor({ host, allowedHosts, tokens }: HttpOptions) {
    const own = host.includes(":") ? `[${host}]` : host;
    this.#hosts = [...localhostAllowedHostnames(), own, ...allowedHosts];
    this.#tokens = tokens;
  }

  /** The grant of a request that may go on; of another its answer was sent. */
  admit({ headers, url = "" }: IncomingMessage, response: ServerResponse) {
    const host = validateHostHeader(headers.host, this.#hosts);
    if (!host.ok) return void refuse(response, 403, host.message);
    const origin = validateOriginHeader(headers.origin, this.#hosts);
    if (!origin.ok) return void refuse(response, 403, origin.message);
    if (url.split("?", 1)[0] !== PATH) return void refuse(response, 404, `there is ${PATH} alone`);
    const token = /^bearer +(?<token>\S+)$/i.exec(headers.authorization ?? "")?.groups?.["token"];
    const grant = token === undefined ? undefined : this.#tokens.find(token);
    if (grant !== undefined) return grant;
    const message = token === undefined ? "a bearer token is needed" : "the token is not known";
    return void refuse(response, 401, message, { "www-authenticate": "Bearer" });
  }
}

/**
 * Serves memories by the protocol's streamable HTTP, without sessions and without subscriptions: a server of its own for
 * each request. A request needs a token, a `Host` of this machine or one that is allowed, and where it has an `Origin`,
 * the same of that.
 *
 * @throws the operating system's error where the port cannot be had
 */
export const serveHttp = async (options: HttpOptions): Promise<ServedHttp> => {
  const { host, port, tokens, memoryOf, onError, patience = PATIENCE } = options;
  const gate = new Gate(options);
  const endpoints = new Map(
    [...tokens.scopes].map((scope) => [scope, new Endpoint(memoryOf(scope), onError)]),
  );

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const grant = gate.admit(request, response);
    const endpoint = grant && endpoints.get(grant.scope);
    if (endpoint === undefined) return;
    const body = await readBody(request, MOST_BYTES);
    if (body === undefined) {
      return refuse(response, 413, `the message is longer than ${MOST_BYTES} bytes, and was not taken`);
    }
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    await sendResponse(await endpoint.answer(request, body, gone.signal), response);
  };

  const server = createServer(
    { requestTimeout: patience, headersTimeout: patience, connectionsCheckingInterval: patience / 4 },
    (request, response) => {
      handle(request, response).catch((error) => {
        // A client that has gone needs no answer.
        if (response.destroyed) return;
        onError(messageOf(error));
        if (response.headersSent) response.destroy();
        else refuse(response, 500, "the request failed");
      });
    },
  );
  server.listen({ host, port });
  await once(server, "listening");
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}${PATH}`,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
