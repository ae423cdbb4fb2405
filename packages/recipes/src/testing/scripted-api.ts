import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** Serves an API on loopback, in the place of a provider's, until the test is over. Gives its address. */
export const serveApi = async (answer: (body: unknown) => unknown): Promise<string> => {
  const server = createServer(async (request, response) => {
    try {
      const body = JSON.stringify(answer(await json(request)));
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    } catch (error) {
      const message = String(error);
      response
        .writeHead(400, { "content-type": "application/json" })
        .end(JSON.stringify({ type: "error", error: { type: "invalid_request_error", message } }));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
};
