import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { checkFunction, checkObject, checkWhole } from "@lembas/arguments";
import { endpointOf } from "../fetch/endpoints.js";
import { lembas } from "../fetch.js";
import { isOff } from "../is-off.js";
import type { ComposeOptions } from "../options.js";
import { headersOn } from "./headers.js";
import { type Provider, readProvider } from "./provider.js";
import { takeBody } from "./take-body.js";

/**
 * Why a request with a conversation is passed on as it is:
 * - `compressed`: its body has a `content-encoding`.
 * - `too-large`: its body is larger than 64 MB.
 * - `unreadable-body`: its body is not JSON that can be changed.
 * - `server-state`: the server holds a part of the conversation, or changes what the model sees of it.
 * - `failed`: composing a result failed; the results before it are composed.
 * - `off`: `LEMBAS_OFF=1` in the environment.
 */
export type PassedOnReason =
  | "compressed"
  | "too-large"
  | "unreadable-body"
  | "server-state"
  | "failed"
  | "off";

/** Requests that came, by what became of them. */
export interface ServeCounts {
  /** Conversations whose results were composed. */
  readonly composed: number;
  /** Conversations that were passed on as they were, by the reason. */
  readonly passedOn: Readonly<Record<PassedOnReason, number>>;
  /** Requests of other kinds. */
  readonly others: number;
}

/** How a server is made: with the options of `lembas`, which hold for all conversations. */
export interface ServeOptions extends ComposeOptions {
  /** The provider that everything is passed on to: an origin, such as `https://api.anthropic.com`. */
  readonly to: string;
  /** The port on 127.0.0.1: 7411 unless given; with 0 one that is free. */
  readonly port?: number | undefined;
  /** Told each time that a conversation is passed on as it is. */
  readonly onPassedOn?: ((reason: PassedOnReason) => void) | undefined;
}

/** A server that runs. */
export interface Served {
  /** `http://127.0.0.1:7411`. */
  readonly address: string;
  /** How many requests came so far. */
  readonly counts: () => ServeCounts;
  /** Ends it, and the requests that it is passing on. */
  readonly close: () => Promise<void>;
}

/** The most bytes of a body that are held to be composed: 64 MB. Providers take up to half of that. */
const MOST_BYTES = 64_000_000;

/** How long a connection may be idle: longer than clients keep theirs, so that it is they who close it. */
const IDLE_MILLISECONDS = 600_000;

/** This machine as a `Host` names it: what a web page sends by a name of its own does not. */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i;

/** Answers in the place of the provider, in words that the clients of all providers read. */
const answer = (
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const error = { type: "api_error", message: `@lembas/messages serve: ${message}` };
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ type: "error", error }));
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Passes requests on to the provider, and counts them. */
class Forwarder {
  readonly #provider: Provider;
  readonly #compose: (address: string, init: { readonly body: Uint8Array }) => Uint8Array;
  readonly #onPassedOn: ((reason: PassedOnReason) => void) | undefined;
  readonly #passedOn: Record<PassedOnReason, number> = {
    compressed: 0,
    "too-large": 0,
    "unreadable-body": 0,
    "server-state": 0,
    failed: 0,
    off: 0,
  };
  #composed = 0;
  #others = 0;
  /** Why the body that is being composed is passed on. */
  #reason: PassedOnReason | undefined;

  constructor({ to, port: _, onPassedOn, ...options }: ServeOptions) {
    this.#provider = readProvider(to);
    this.#onPassedOn = onPassedOn;
    this.#compose = lembas({
      ...options,
      onSkipped: (skipped) => {
        const { reason } = skipped;
        if (reason === "unreadable-body" || reason === "server-state" || reason === "failed") {
          this.#reason = reason;
        }
        options.onSkipped?.(skipped);
      },
      fetch: (_address: string, { body }: { readonly body: Uint8Array }) => body,
    });
  }

  get counts(): ServeCounts {
    return { composed: this.#composed, passedOn: { ...this.#passedOn }, others: this.#others };
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "", headers } = request;
    if (!OWN_HOST.test(headers.host ?? "")) {
      return answer(response, 403, "the Host header must be 127.0.0.1 or localhost, with a port");
    }
    if (!url.startsWith("/")) return answer(response, 400, "the address must be a path");
    if ((headers["transfer-encoding"] ?? "chunked").trim().toLowerCase() !== "chunked") {
      return answer(response, 501, "the Transfer-Encoding must be chunked alone");
    }
    if (headers.upgrade?.toLowerCase().includes("websocket")) {
      return answer(response, 426, "there are no WebSockets here; send HTTP requests", {
        connection: "upgrade",
        upgrade: "HTTP/1.1",
      });
    }
    try {
      await this.#passOn(request, response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else if (!response.destroyed) {
        answer(response, 502, `no answer from ${this.#provider.origin} (${messageOf(error)})`);
      }
    }
  }

  async #passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await this.#bodyOf(request);
    const isHeld = Buffer.isBuffer(body);
    const { method = "GET", url = "/", headers } = request;
    const kept = headersOn(request, ["host", "expect", ...(isHeld ? ["content-length"] : [])]);
    if (isHeld) kept.push("Content-Length", String(body.length));
    else if (headers["transfer-encoding"] !== undefined) kept.push("Transfer-Encoding", "chunked");
    const passed = this.#provider.request(method, url, kept);
    // A connection that breaks once the answer has begun is an error here too, and the answer's own.
    passed.on("error", () => {});
    response.once("close", () => {
      if (!response.writableFinished) passed.destroy();
    });
    const answered = once(passed, "response");
    if (isHeld) passed.end(body);
    // What breaks here breaks the request too, which says so.
    else pipeline(body, passed).catch(() => {});
    const incoming: IncomingMessage = (await answered)[0];
    response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, headersOn(incoming));
    response.flushHeaders();
    await pipeline(incoming, response);
  }

  /** What to send as the body: the bytes of a conversation, composed, or what comes, as it comes. */
  async #bodyOf(request: IncomingMessage): Promise<Buffer | AsyncIterable<Buffer>> {
    const { method, url = "", headers } = request;
    if (method !== "POST" || endpointOf(url) === undefined) {
      this.#others++;
      return request;
    }
    const encoding = headers["content-encoding"] ?? "identity";
    if (isOff() || encoding.trim().toLowerCase() !== "identity") {
      this.#passOnFor(isOff() ? "off" : "compressed");
      return request;
    }
    const taken = await takeBody(request, MOST_BYTES);
    if ("stream" in taken) {
      this.#passOnFor("too-large");
      return taken.stream;
    }
    this.#reason = undefined;
    const composed = this.#compose(url, { body: taken.whole });
    if (this.#reason === undefined) this.#composed++;
    else this.#passOnFor(this.#reason);
    return Buffer.from(composed.buffer, composed.byteOffset, composed.byteLength);
  }

  #passOnFor(reason: PassedOnReason): void {
    this.#passedOn[reason]++;
    this.#onPassedOn?.(reason);
  }
}

/**
 * Serves on loopback what `lembas` of `/fetch` does, for agents that can only be given an address: the results in the
 * bodies of requests are composed, and everything is passed on to one provider. All answers, errors and streams come as
 * they are. It logs nothing, keeps no body and retries nothing. What is not a conversation, or cannot be read, is passed
 * on as it is and counted. Where the provider cannot be reached, the answer is a 502 that says so. Specification 6.
 *
 * @throws {TypeError} an option is unknown or of the wrong type, or `to` is not an origin
 * @throws {RangeError} `port` is not a port, or a budget is out of its range
 * @throws the operating system's error where the port cannot be had
 * @example
 * const { address } = await serve({ to: "https://api.anthropic.com" });
 * spawn("claude", { env: { ...process.env, ANTHROPIC_BASE_URL: address } });
 */
export const serve = async (options: ServeOptions): Promise<Served> => {
  checkObject(options, "options", '{ to: "https://api.anthropic.com" }');
  const { port = 7411, onPassedOn } = options;
  checkWhole(port, "port");
  if (onPassedOn !== undefined) checkFunction(onPassedOn, "onPassedOn");
  const forwarder = new Forwarder(options);
  const server = createServer({ keepAliveTimeout: IDLE_MILLISECONDS }, (request, response) => {
    void forwarder.handle(request, response);
  });
  server.listen({ host: "127.0.0.1", port });
  await once(server, "listening");
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${taken}`,
    counts: () => forwarder.counts,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
