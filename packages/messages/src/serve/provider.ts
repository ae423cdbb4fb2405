import { type ClientRequest, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { describe } from "@lembas/arguments";

/** The one server that requests are passed on to. */
export interface Provider {
  /** `https://api.anthropic.com`. */
  readonly origin: string;
  /** Begins a request to it. */
  readonly request: (method: string, path: string, headers: readonly string[]) => ClientRequest;
}

const parse = (given: unknown): URL | undefined =>
  typeof given === "string" && URL.canParse(given) ? new URL(given) : undefined;

/**
 * Reads the address of a provider: a scheme, a host, and where it needs one a port.
 *
 * @throws {TypeError} it is anything else, or has more
 */
export const readProvider = (given: unknown): Provider => {
  const url = parse(given);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new TypeError(`to must be an origin like "https://api.anthropic.com"; got ${describe(given)}`);
  }
  const { origin, hostname, host, port, protocol } = url;
  const begin = protocol === "https:" ? requestHttps : requestHttp;
  const place = { hostname: hostname.replace(/^\[|\]$/g, ""), ...(port !== "" && { port }) };
  return {
    origin,
    request: (method, path, headers) => {
      const all = ["Host", host, ...headers];
      return begin({ ...place, method, path, headers: all, setHost: false });
    },
  };
};
