import type { IncomingMessage } from "node:http";

/** Headers that are about one connection, and end with it (RFC 9110, 7.6.1). */
const HOP_BY_HOP: readonly string[] = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/**
 * The headers of a message that go on to the other side, as they are written and in their order: without those of its
 * own connection, those that `connection` names, and those that are left out.
 */
export const headersOn = (
  { rawHeaders, headers }: IncomingMessage,
  leftOut: readonly string[] = [],
): string[] => {
  const named = headers.connection?.split(",").map((name) => name.trim().toLowerCase()) ?? [];
  // Without its length a body that goes on would be read as the next request.
  const ofConnection = named.filter((name) => name !== "content-length");
  const stay = new Set([...HOP_BY_HOP, ...ofConnection, ...leftOut]);
  const kept: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = "", value = ""] = rawHeaders.slice(index, index + 2);
    if (!stay.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
};
