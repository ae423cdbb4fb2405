import { firstOf } from "./first-of.js";

/** No JSON of a fixture comes near this depth; what goes deeper is not written to its end. */
const MAX_DEPTH = 500;

/** The beginning of a value's JSON. */
export interface JsonStart {
  readonly text: string;
  /** Whether that is all of it. */
  readonly isWhole: boolean;
}

interface Frame {
  readonly end: string;
  readonly parts: Iterator<readonly [string, unknown]>;
  separator: string;
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

const scalar = (value: unknown, limit: number): string => {
  if (typeof value === "string") return JSON.stringify(value.slice(0, limit));
  if (typeof value === "number" || typeof value === "boolean" || value === null || value === undefined)
    return JSON.stringify(value ?? null);
  return JSON.stringify(String(value).slice(0, limit));
};

function* partsOf(value: object): Iterator<readonly [string, unknown]> {
  if (Array.isArray(value)) {
    for (const item of value) yield ["", item];
    return;
  }
  for (const key of Object.keys(value)) {
    const item: unknown = Reflect.get(value, key);
    if (item !== undefined) yield [key, item];
  }
}

/**
 * A value as JSON, to at most so many characters: whatever it is, however long, however deep, and where it contains
 * itself too. What JSON has no form for is written as the text of it.
 */
export const beginJson = (value: unknown, limit: number): JsonStart => {
  if (value === undefined) return { text: "", isWhole: true };
  const frames: Frame[] = [];
  let text = "";
  const write = (item: unknown): void => {
    if (!isContainer(item)) {
      text += scalar(item, limit);
      return;
    }
    const [start, end] = Array.isArray(item) ? ["[", "]"] : ["{", "}"];
    text += start;
    frames.push({ end, parts: partsOf(item), separator: "" });
  };
  write(value);
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    if (text.length > limit || frames.length > MAX_DEPTH) break;
    const { value: part, done } = frame.parts.next();
    if (done) {
      text += frame.end;
      frames.pop();
      continue;
    }
    const [key, item] = part;
    text += frame.separator + (frame.end === "}" ? `${scalar(key, limit)}:` : "");
    frame.separator = ",";
    write(item);
  }
  const isWhole = frames.length === 0 && text.length <= limit;
  return { text: isWhole ? text : firstOf(text, limit), isWhole };
};

/** A value as a message shows it: its JSON, at most 200 characters of it. */
export const quoteJson = (value: unknown): string => {
  const { text, isWhole } = beginJson(value, 200);
  return isWhole ? text || "nothing" : `${text}…`;
};
