/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object (no list, not null). */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value as an object, or an empty one. */
export const toObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The value as a list, or an empty one. */
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value where it is a text. */
export const toText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** A whole number, also from a text of digits. */
export const toInteger = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? Math.floor(number) : undefined;
};

/** The JSON value of a text, or `undefined` where it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The first of these properties that is there and not null. */
export const pick = (object: JsonObject, names: readonly string[] | undefined): unknown => {
  for (const name of names ?? []) {
    const value = object[name];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
};

/**
 * The text of a tool result in the forms that providers use: a text, a list of blocks with `text` (or `result`),
 * or one such block. Blocks without a text (images) stand as nothing.
 */
export const resultText = (content: unknown): string => {
  if (typeof content === "string") return content;
  if (Array.isArray(content))
    return content
      .map(resultText)
      .filter((text) => text !== "")
      .join("\n");
  if (!isObject(content)) return content === undefined || content === null ? "" : JSON.stringify(content);
  return (
    toText(content["text"]) ??
    toText(content["result"]) ??
    toText(content["content"]) ??
    toText(content["error"]) ??
    ""
  );
};
