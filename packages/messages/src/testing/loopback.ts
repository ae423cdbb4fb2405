import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A request as it reached the server. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** An answer: a JSON value, with a status, or whatever is done with the response. */
export type Answer =
  | { readonly json: unknown; readonly status?: number }
  | ((response: ServerResponse) => void);

/** Serves an API on loopback until the test is over, and keeps what it received. */
export const serve = async (
  answer: (request: Received, index: number) => Answer,
): Promise<{ readonly url: string; readonly received: readonly Received[] }> => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const own = { path: request.url ?? "", headers: request.headers, body: await text(request) };
    received.push(own);
    const given = answer(own, received.length - 1);
    if (typeof given === "function") return given(response);
    response.writeHead(given.status ?? 200, { "content-type": "application/json" });
    response.end(JSON.stringify(given.json));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received };
};
