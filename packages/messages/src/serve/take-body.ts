import type { IncomingMessage } from "node:http";

/** A request's body: all of it, or, where it is too large to be held, the bytes as they come. */
export type TakenBody = { readonly whole: Buffer } | { readonly stream: AsyncIterable<Buffer> };

async function* joined(first: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/**
 * Takes the body of a request, and holds up to `most` bytes of it.
 *
 * @throws the stream's error, where the client goes before all of it has come
 */
export const takeBody = async (request: IncomingMessage, most: number): Promise<TakenBody> => {
  const chunks: AsyncIterator<Buffer> = request[Symbol.asyncIterator]();
  if (Number(request.headers["content-length"]) > most) return { stream: joined([], chunks) };
  const held: Buffer[] = [];
  let length = 0;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    held.push(next.value);
    length += next.value.length;
    if (length > most) return { stream: joined(held, chunks) };
  }
  return { whole: Buffer.concat(held) };
};
