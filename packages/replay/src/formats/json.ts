import { isJsonObject, type JsonObject } from "@lembas/arguments";

/** The value as an object, or an empty one. */
export const toObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** The value as a list, or an empty one. */
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value where it is a text. */
export const toText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The value as a name: a text, or a number's digits; `""` for anything else, which may have no text at all. */
export const toName = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** A whole number that a double holds exactly, also from a text of digits. */
export const toInteger = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
  const whole = typeof number === "number" ? Math.floor(number) : undefined;
  return Number.isSafeInteger(whole) ? whole : undefined;
};

/** The JSON value of a text, or `undefined` where it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The same of what stands in a file, which may begin with a mark of its encoding. */
export const parseFileJson = (text: string): unknown =>
  parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

/** Arguments of a call: an object, or its JSON text; what is neither stands under `input`. */
export const toArguments = (value: unknown): JsonObject => {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  return isJsonObject(parsed) ? parsed : { input: value };
};

/** The JSON text of a value (`undefined` as such); `""` where it is nested more deeply than the engine can write. */
export const toJsonText = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch (error) {
    if (error instanceof RangeError) return "";
    throw error;
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

const blockText = (block: unknown): string => {
  if (typeof block === "string") return block;
  if (!isJsonObject(block)) return block === undefined || block === null ? "" : JSON.stringify(block);
  return (
    toText(block["text"]) ??
    toText(block["result"]) ??
    toText(block["content"]) ??
    toText(block["error"]) ??
    ""
  );
};

/** The members of a list and of the lists in it, in order, however deep: a loop, since a recording has any depth. */
function* members(list: readonly unknown[]): Iterable<unknown> {
  const open = [list.values()];
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const { done, value } = last.next();
    if (done) open.pop();
    else if (Array.isArray(value)) open.push(value.values());
    else yield value;
  }
}

/**
 * The text of a tool result in the forms that providers use: a text, a list of blocks with `text` (or `result`),
 * or one such block. Blocks without a text (images) stand as nothing.
 */
export const resultText = (content: unknown): string => {
  if (!Array.isArray(content)) return blockText(content);
  const texts = Array.from(members(content), blockText);
  return texts.filter((text) => text !== "").join("\n");
};
