import * as format from "@lembas/format";
import { isJsonObject } from "../src/cases/json.js";
import type { Implementation } from "../src/runs/run-suite.js";
import { camelKeys } from "./camel-keys.js";
import { measureOf } from "./measures.js";

// biome-ignore lint/suspicious/noExplicitAny: the packages' own checks of what they are given are under test
const OPERATIONS: Readonly<Record<string, (given: any) => unknown>> = {
  characters: ({ text, first, last }) => {
    if (first !== undefined) return format.firstCharacters(text, first);
    if (last !== undefined) return format.lastCharacters(text, last);
    return format.countCharacters(text);
  },
  lines: ({ text }) => format.splitLines(text),
  trim: ({ text }) => text.trim(),
  blank: ({ text }) => format.isBlank(text),
  count: ({ n }) => format.formatCount(n),
  percent: ({ used, limit }) => format.percentUsed(used, limit),
  usage: ({ used, limit }) => format.formatUsage(used, limit),
  plural: ({ count, noun }) => format.formatPlural(count, noun),
  duration: ({ seconds }) => format.formatDuration(seconds),
  tail: ({ text, characters }) => format.cutTail(text, characters),
  label: ({ text }) => format.toLabel(text),
  one_lined: ({ text }) => format.toOneLine(text),
  block: ({ text }) => format.toBlock(text),
  cap: ({ text, output_id, budgets, ...more }) =>
    format.capText(text, output_id, isJsonObject(budgets) ? camelKeys(budgets) : {}, measureOf(more).measure),
  clean_terminal: ({ text }) => format.cleanTerminal(text),
};

/** `@lembas/format`, put to the suite `format`. */
export const formatting: Implementation = {
  name: "@lembas/format",
  features: ["measure"],
  run: (_suite, input) => {
    const { op, ...given } = input;
    const operation = typeof op === "string" ? OPERATIONS[op] : undefined;
    if (!operation) throw new Error(`unknown op ${JSON.stringify(op)}`);
    return operation(given);
  },
};
