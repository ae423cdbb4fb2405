import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * The body of a request as text; undefined where it has more than so many bytes. Of such a one nothing is held, and the
 * rest is read: a client that still sends does not read the answer.
 */
export const readBody = async (request: IncomingMessage, most: number): Promise<string | undefined> => {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > most) chunks = [];
    else chunks.push(chunk);
  }
  return length > most ? undefined : Buffer.concat(chunks).toString();
};

/** The headers of a request as `fetch` has them. */
export const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = "", value = ""] = rawHeaders.slice(index, index + 2);
    headers.append(name, value);
  }
  return headers;
};

/** Sends what `fetch` would be answered. */
export const sendResponse = async (answer: Response, response: ServerResponse): Promise<void> => {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body), response);
};
