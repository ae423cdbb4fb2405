import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { serveOnLoopback } from "@lembas/build/scripted-api";
import { endpointOf } from "../fetch/endpoints.js";

/** Something on loopback that passes everything on, and keeps the bodies of conversations word for word. */
export interface Recorder {
  readonly address: string;
  readonly bodies: readonly string[];
  /** Method and path of each request. */
  readonly requests: readonly string[];
}

const OWN_HEADERS =
  /^(?:host|connection|keep-alive|content-length|content-encoding|transfer-encoding|expect)$/;

/** Records what goes to an address, until the test is over. */
export const record = async (to: string): Promise<Recorder> => {
  const bodies: string[] = [];
  const requests: string[] = [];
  const address = await serveOnLoopback(async (request, response) => {
    const { method = "GET", url = "/" } = request;
    const body = await text(request);
    requests.push(`${method} ${url}`);
    if (method === "POST" && endpointOf(url)) bodies.push(body);
    const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
      OWN_HEADERS.test(name) ? [] : values.map((value): [string, string] => [name, value]),
    );
    const answered = await fetch(`${to}${url}`, { method, headers, ...(body !== "" && { body }) });
    response.writeHead(
      answered.status,
      [...answered.headers].filter(([name]) => !OWN_HEADERS.test(name)).flat(),
    );
    if (answered.body === null) response.end();
    else await pipeline(Readable.fromWeb(answered.body), response).catch(() => {});
  });
  return { address, bodies, requests };
};
