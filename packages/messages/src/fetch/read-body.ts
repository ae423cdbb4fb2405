/** A request's body as text, and a body of the same kind from another text. */
export interface TextBody {
  readonly text: string;
  readonly write: (text: string) => unknown;
}

/** The body of a request where it is a string or bytes of UTF-8; `undefined` where it is anything else. */
export const readBody = (body: unknown): TextBody | undefined => {
  if (typeof body === "string") return { text: body, write: (text) => text };
  if (!(body instanceof ArrayBuffer) && !(body instanceof Uint8Array)) return undefined;
  const text = decode(body);
  if (text === undefined) return undefined;
  return {
    text,
    write: (changed) => {
      const bytes = new TextEncoder().encode(changed);
      return body instanceof ArrayBuffer ? bytes.buffer : bytes;
    },
  };
};

const decode = (bytes: ArrayBuffer | Uint8Array<ArrayBufferLike>): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const hasGet = (value: object): value is { get(name: string): unknown } =>
  "get" in value && typeof value.get === "function";

/** A header of a request, in whatever form it is given. */
export const readHeader = (headers: unknown, name: string): unknown => {
  if (typeof headers !== "object" || headers === null) return undefined;
  if (hasGet(headers)) return headers.get(name) ?? undefined;
  const pairs: readonly unknown[] = Array.isArray(headers) ? headers : Object.entries(headers);
  for (const pair of pairs) {
    if (!Array.isArray(pair)) continue;
    const [own, value]: readonly unknown[] = pair;
    if (typeof own === "string" && own.toLowerCase() === name) return value;
  }
  return undefined;
};
