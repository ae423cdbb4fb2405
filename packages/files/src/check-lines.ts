import { describe } from "@lembas/arguments";

const isLine = (value: unknown): boolean => typeof value === "string" && !value.includes("\n");

/** @throws {TypeError} `lines` is no list, or a line is no string or holds a newline */
export const checkLines = (lines: readonly string[]): void => {
  const isList = Array.isArray(lines);
  const odd = isList ? lines.findIndex((line) => !isLine(line)) : -1;
  if (isList && odd === -1) return;
  const given = isList ? `an array with ${describe(lines[odd])}` : describe(lines);
  throw new TypeError(`lines must be a list of strings without newlines; got ${given}`);
};
