import { isJsonObject } from "@lembas/arguments";
import { canBeNamed, type TextLines, textLines } from "@lembas/context/known-lines";

/** The least that can be named: 200 characters. */
const LEAST = 200;
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,39}$/;

/** A call's arguments as a value: where they are JSON text, what it says; the text itself where it is none. */
export const readArguments = (args: unknown): unknown => {
  if (typeof args !== "string") return args;
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
};

/** The text arguments of a call that a mark can name, in their order. Specification 6.3. */
export const textArguments = (args: unknown): readonly (readonly [name: string, lines: TextLines])[] => {
  if (typeof args === "string" && args.length < LEAST) return [];
  const value = readArguments(args);
  if (!isJsonObject(value)) return [];
  const named: (readonly [name: string, lines: TextLines])[] = [];
  for (const name of Object.keys(value)) {
    const text = value[name];
    if (typeof text !== "string" || text.length < LEAST || !NAME.test(name) || !text.isWellFormed()) continue;
    const lines = textLines(text);
    if (canBeNamed(lines)) named.push([name, lines]);
  }
  return named;
};
