import { checkNames, checkObject, checkText, describe } from "@lembas/arguments";
import type { ReplaceOptions } from "./lock/locked-file.js";
import type { LockOptions } from "./lock/with-lock.js";

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

const REPLACE_OPTIONS = ["before"] satisfies (keyof ReplaceOptions)[];
/** The names of what a lock takes. */
export const LOCK_OPTIONS = ["wait"] satisfies (keyof LockOptions)[];

/** @throws {TypeError} `options` are not an object, or one has another name than `wait` */
export const checkLockOptions = (options: LockOptions): void => {
  checkObject(options, "options", "{ wait: 1_000 }");
  checkNames(options, LOCK_OPTIONS, "option");
};

/**
 * @param more the names of options that may stand beside `before`
 * @throws {TypeError} what is to be written is not a string, or `options` are not an object with a string as `before`, or
 *   one has another name
 */
export const checkReplacement = (
  text: string,
  options: ReplaceOptions,
  more: readonly string[] = [],
): void => {
  checkText(text, "text");
  checkObject(options, "options", '{ before: "old text" }');
  checkNames(options, [...REPLACE_OPTIONS, ...more], "option");
  if (options.before !== undefined) checkText(options.before, "before");
};
