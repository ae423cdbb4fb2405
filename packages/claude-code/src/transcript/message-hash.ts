import { createHash } from "node:crypto";
import { isJsonObject } from "@lembas/arguments";

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sortKeys(value[name])]),
  );
};

/** A value of JSON as text that is the same for equal values, in whatever order their names come. */
export const sortedJson = (value: unknown): string | undefined => JSON.stringify(sortKeys(value));

/**
 * The hash under which a request's record names a message: SHA-256 of its role and content as JSON, with the names of
 * every object sorted.
 */
export const messageHash = (role: string, content: unknown): string =>
  createHash("sha256")
    .update(`{"content":${sortedJson(content)},"role":${JSON.stringify(role)}}`)
    .digest("hex");

/** The same hash of a message that has one result, a text, from the bytes of that text as JSON. */
export const resultHash = (callId: string, text: Buffer): string =>
  createHash("sha256")
    .update('{"content":[{"content":')
    .update(text)
    .update(`,"tool_use_id":${JSON.stringify(callId)},"type":"tool_result"}],"role":"user"}`)
    .digest("hex");
