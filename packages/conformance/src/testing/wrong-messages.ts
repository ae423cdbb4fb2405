import { messages } from "../../adapters/messages.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../cases/json.js";
import type { Implementation } from "../runs/run-suite.js";
import { alter, misread, type Wrong } from "./wrong.js";

/** Every text in a value, changed. */
const mapTexts = (value: JsonValue, change: (text: string) => string): JsonValue => {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mapTexts(field, change)]));
};

/** Composes otherwise: each text of the answer is another. */
const onText = (change: (text: string) => string): Implementation =>
  alter(messages, { compose: (_, right) => mapTexts(right, change) });

/** Is put other options. */
const onOptions = (change: (options: JsonObject) => JsonObject): Implementation =>
  misread(messages, ({ options, ...given }) =>
    given.op === "compose"
      ? { ...given, options: change(options ?? {}) }
      : { ...given, ...(options && { options }) },
  );

const without = (name: string): Implementation => onOptions(({ [name]: _, ...options }) => options);

/** Is put messages of which some are missing. */
const withoutMessages = (isGone: (text: string) => boolean): Implementation =>
  alter(messages, {
    compose: (given, right) =>
      given.messages.some((message: JsonValue) => isGone(JSON.stringify(message)))
        ? messages.run("messages", {
            ...given,
            messages: given.messages.filter((one: JsonValue) => !isGone(JSON.stringify(one))),
          })
        : right,
  });

const MARK = /\[(?:lines (\d+)-(\d+)|\d+ lines) same as lines (\d+)-(\d+) of/g;

/** `@lembas/messages`, wrong in one way each. */
export const wrongMessages: Wrong = {
  "ignores only": without("only"),
  "ignores except": without("except"),
  "ignores a cap": without("cap"),
  "ignores the caps of tools": without("caps"),
  "ignores files": without("files"),
  "cleans always": without("clean"),
  "names lines always": without("known_lines"),
  "cleans never": onOptions((options) => ({ ...options, clean: false })),
  "takes every tool for one that reads files": onOptions((options) => ({
    files: ["bash", "cat", "read"],
    ...options,
  })),
  "has no more than six digits in an id": onText((text) => text.replace(/(#[0-9a-f]{6})[0-9a-f]+/g, "$1")),
  "quotes no words in marks": onText((text) => text.replace(/(same as lines .*?), from ".*"\]/g, "$1]")),
  "says not that lines stand in an argument": onText((text) => text.replace(/"[a-z]+" in the call of /g, "")),
  "counts numbered lines": onText((text) =>
    text.replace(
      MARK,
      (_, from, to, first, last) =>
        `[${from ? to - from + 1 : last - first + 1} lines same as lines ${first}-${last} of`,
    ),
  ),
  "counts elided lines by the rows": onText((text) => text.replace("[24 lines elided", "[6 lines elided")),
  "drops a final newline": onText((text) => (text.startsWith("[#") ? text.replace(/\n$/, "") : text)),
  "drops messages of no form": withoutMessages((text) => text === "5" || text === "null"),
  "drops a compaction": withoutMessages((text) => text.includes('"compaction"')),
  "composes anew what was composed": alter(messages, {
    compose: (given) =>
      messages.run("messages", {
        ...given,
        messages: messages.run("messages", { op: "restore", messages: given.messages }) as JsonValue,
      }),
  }),
  "restores nothing": alter(messages, { restore: (given) => given.messages }),
  "keeps heads": alter(messages, {
    restore: (given, right) =>
      JSON.stringify(given.messages) === JSON.stringify(right)
        ? right
        : mapTexts(right, (text) => (text.startsWith("line ") ? `[#74196f]\n${text}` : text)),
  }),
  "recalls with an id of its own": alter(messages, {
    recall: (_, right) => right.replace(/^\[recall/, "[#0000 recall"),
  }),
  "recalls from the first line": misread(messages, (given) =>
    given.op === "recall" ? { ...given, args: { ...given.args, offset: 1 } } : given,
  ),
};
