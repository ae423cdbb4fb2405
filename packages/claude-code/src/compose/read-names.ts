import { isJsonObject } from "@lembas/arguments";
import type { Call } from "../transcript/sent-request.js";

/** What a call of Read, or of Write, says: the file, and the lines that it asks for. */
export interface FileCall {
  readonly path: string;
  /** `Read of lines 1-60`, or `Read` for all. */
  readonly asked: string;
}

const readNumber = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^[0-9]{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

/** A path that can stand in a line of text. */
const NAMEABLE = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,400}$/u;

/** What a call says of its file; `undefined` where it cannot be named. */
export const readFileCall = ({ tool, input }: Call): FileCall | undefined => {
  if (!isJsonObject(input)) return undefined;
  const { file_path: path, offset, limit, pages } = input;
  if (typeof path !== "string" || !NAMEABLE.test(path) || pages !== undefined) return undefined;
  const first = readNumber(offset ?? 1);
  const count = limit === undefined ? undefined : readNumber(limit);
  if (first === undefined || (limit !== undefined && count === undefined)) return undefined;
  if (count !== undefined) return { path, asked: `${tool} of lines ${first}-${first + count - 1}` };
  return { path, asked: offset === undefined ? tool : `${tool} from line ${first} on` };
};

/** `1st`, `2nd`, `3rd`, `4th`, … */
const ordinal = (number: number): string => {
  const tens = number % 100;
  const ends = ["th", "st", "nd", "rd"];
  return `${number}${tens > 10 && tens < 14 ? "th" : (ends[number % 10] ?? "th")}`;
};

/**
 * The names of calls by which a text can point to them, in their order: by what they asked for, by their file where it is
 * another one than `path`, and where several asked for the same, by which of them it is.
 */
export const nameCalls = (calls: readonly FileCall[], path: string): readonly string[] => {
  const totals = new Map<string, number>();
  const keys = calls.map((call) => JSON.stringify([call.path, call.asked]));
  for (const key of keys) totals.set(key, (totals.get(key) ?? 0) + 1);
  const counts = new Map<string, number>();
  return calls.map((call, index) => {
    const key = keys[index] ?? "";
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const which = totals.get(key) === 1 ? "" : `${ordinal(count)} `;
    const file = call.path === path ? "" : ` of ${call.path}`;
    return `the ${which}${call.asked}${file} above`;
  });
};
