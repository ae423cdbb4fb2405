import { checkObject, checkText, describe } from "@lembas/arguments";
import type { ReplaceOptions } from "./lock/locked-file.js";

/** @throws {TypeError} `path` is not a string, is empty, or has a null character, as no name has */
export const checkPath = (path: unknown): void => {
  if (typeof path === "string" && path !== "" && !path.includes("\0")) return;
  throw new TypeError(`path must be the path of a file or folder; got ${describe(path)}`);
};

const isLine = (value: unknown): boolean => typeof value === "string" && !value.includes("\n");

/** @throws {TypeError} `lines` is not a list, or a line is not a string or holds a newline */
export const checkLines = (lines: readonly string[]): void => {
  const isList = Array.isArray(lines);
  const odd = isList ? lines.findIndex((line) => !isLine(line)) : -1;
  if (isList && odd === -1) return;
  const given = isList ? `an array with ${describe(lines[odd])}` : describe(lines);
  throw new TypeError(`lines must be a list of strings without newlines; got ${given}`);
};

/** @throws {TypeError} what is to be written is not a string, or `options` are not an object with a string as `before` */
export const checkReplacement = (text: string, options: ReplaceOptions): void => {
  checkText(text, "text");
  checkObject(options, "options", '{ before: "old text" }');
  if (options.before !== undefined) checkText(options.before, "before");
};
