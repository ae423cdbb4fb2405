import { json } from "node:stream/consumers";
import { serveOnLoopback } from "@lembas/build/scripted-api";

/** Serves an API on loopback, in the place of a provider's, until the test is over. Gives its address. */
export const serveApi = (answer: (body: unknown) => unknown): Promise<string> =>
  serveOnLoopback(async (request, response) => {
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
