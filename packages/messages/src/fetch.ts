import { checkFunction, isJsonObject, type JsonObject } from "@lembas/arguments";
import { Composer } from "./compose/composer.js";
import { composeBody } from "./fetch/compose-body.js";
import { endpointOf } from "./fetch/endpoints.js";
import { readBody, readHeader } from "./fetch/read-body.js";
import { isOff } from "./is-off.js";
import { type ComposeOptions, resolveOptions } from "./options.js";

/** Any function that is called as `fetch` is. */
export type AnyFetch = (...call: never[]) => unknown;

/** The platform's own `fetch`. */
export type PlatformFetch = typeof globalThis extends { fetch: infer Fetch extends AnyFetch }
  ? Fetch
  : AnyFetch;

/** How requests are composed, and what sends them. */
export interface FetchOptions<Fetch extends AnyFetch> extends ComposeOptions {
  /** What sends the requests: without it the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
}

type Send = (input: unknown, init?: unknown) => unknown;

const addressOf = (input: unknown): string => {
  if (typeof input === "string") return input;
  if (input instanceof URL) return input.href;
  return isJsonObject(input) && typeof input["url"] === "string" ? input["url"] : "";
};

/** Whether a header says that the body is not the text as it stands, or how long it is. */
const isFixed = (headers: unknown): boolean =>
  ["content-encoding", "content-length"].some((name) => readHeader(headers, name) !== undefined);

/**
 * A `fetch` that composes the tool results in the bodies of requests to Anthropic's messages and their count_tokens, to
 * chat completions and to responses, told by the end of the path, whatever the host. Only the texts that change are
 * spliced into the body: nothing else of it changes a byte. All other requests, and all answers, errors and streams,
 * pass as they are, and so do requests that let the server change what the model sees. It logs nothing, keeps no body,
 * adds no header and retries nothing. With `LEMBAS_OFF=1` in the environment it passes everything on. Specification 6.
 *
 * @throws {TypeError} an option is unknown or of the wrong type
 * @throws {RangeError} a budget is out of its range
 * @example
 * const client = new Anthropic({ fetch: lembas() });
 */
export const lembas = <Fetch extends AnyFetch = PlatformFetch>(options: FetchOptions<Fetch> = {}): Fetch => {
  const settings = resolveOptions(options, ["fetch"]);
  if (options.fetch !== undefined) checkFunction(options.fetch, "fetch");
  const composer = new Composer(settings);
  // A request is passed on with what it was called with, so what is called takes it.
  const send: Send = (input, init) => ((options.fetch ?? globalThis.fetch) as Send)(input, init);

  /** What to send in the place of a request's settings. */
  const composeInit = (address: string, init: JsonObject): JsonObject => {
    const endpoint = endpointOf(address);
    if (endpoint === undefined || init["body"] === undefined || init["body"] === null) return init;
    const body = isFixed(init["headers"]) ? undefined : readBody(init["body"]);
    const composed = body
      ? composeBody(composer, endpoint, body.text)
      : ({ skipped: "unreadable-body" } as const);
    if ("skipped" in composed) {
      const { skipped: reason, ...why } = composed;
      settings.onSkipped?.({ reason, ...why });
      return init;
    }
    return body === undefined || composed.text === body.text
      ? init
      : { ...init, body: body.write(composed.text) };
  };

  const composing: Send = (input, init) =>
    send(input, isJsonObject(init) && !isOff() ? composeInit(addressOf(input), init) : init);
  // It is called as the one that it stands for is.
  return composing as unknown as Fetch;
};
