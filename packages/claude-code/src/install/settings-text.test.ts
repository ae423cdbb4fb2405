import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addEntry,
  commandOf,
  hasEntry,
  makeEntry,
  otherCommands,
  parseSettings,
  removeEntry,
} from "./settings-text.js";

const HOOK = "/home/me/.claude/lembas/user/hook.cjs";
const entry = makeEntry(HOOK, undefined);
const read = (text: string | undefined) => parseSettings(text, "settings.json");

it("adds the entry last, and keeps the rest to the character", () => {
  const text = '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"PostToolUse": [],\n\t\t"Stop": []\n\t}\n}\n';
  const added = addEntry(text, entry, HOOK);
  const expected = { model: "opus", hooks: { PostToolUse: [entry], Stop: [] } };
  expect(added).toBe(`${JSON.stringify(expected, undefined, "\t")}\n`);
});

it("writes settings where there are none", () => {
  for (const text of [undefined, "", " \n"]) {
    expect(addEntry(text, entry, HOOK)).toBe(
      `${JSON.stringify({ hooks: { PostToolUse: [entry] } }, undefined, 2)}\n`,
    );
  }
});

it("puts the entry in the place of the one that runs the same file", () => {
  const once = addEntry("{}", makeEntry(HOOK, "/log.jsonl"), HOOK);
  expect(commandOf(read(once), HOOK)).toBe(`node "${HOOK}" --log "/log.jsonl"`);
  const twice = addEntry(once, entry, HOOK);
  expect(commandOf(read(twice), HOOK)).toBe(`node "${HOOK}"`);
  expect(JSON.parse(twice)).toEqual({ hooks: { PostToolUse: [entry] } });
});

it("writes paths with forward slashes, which shells of every system take", () => {
  const command = commandOf(
    read(addEntry("{}", makeEntry("C:\\me\\hook.cjs", undefined), "C:\\me\\hook.cjs")),
    "C:\\me\\hook.cjs",
  );
  expect(command).toBe('node "C:/me/hook.cjs"');
});

describe("settings that are refused", () => {
  it.each([
    ["{,}", "is not JSON"],
    ['// a comment\n{"a":1}', "is not JSON"],
    ["[]", "is not an object of JSON"],
    ['{"hooks":[]}', '"hooks" in settings.json is not an object'],
    ['{"hooks":{"PostToolUse":{}}}', '"hooks.PostToolUse" in settings.json is not a list'],
  ])("%s", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

it("names the commands of other hooks for the same tools", () => {
  const hooks = (matcher: unknown, command: string) => ({ matcher, hooks: [{ type: "command", command }] });
  const settings = {
    hooks: {
      PostToolUse: [
        hooks("Edit", "not this"),
        hooks("Read|Edit", "one"),
        hooks("*", "two"),
        hooks(undefined, "three"),
        hooks("mcp__.*", "four"),
        hooks("(", "five"),
        hooks(1, "not this either"),
        entry,
        null,
      ],
    },
  };
  expect(otherCommands(settings, HOOK)).toEqual(["one", "two", "three", "four", "five"]);
});

const others = fc.array(
  fc.oneof(
    fc.record({ matcher: fc.string(), hooks: fc.constant([{ type: "command", command: "fmt" }]) }),
    fc.constant(null),
    fc.constant({}),
  ),
  { minLength: 1, maxLength: 3 },
);
const settingsOf = fc.record(
  {
    model: fc.string(),
    env: fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
    hooks: fc.oneof(
      fc.record({ Stop: others }),
      fc.record({ PostToolUse: others }),
      fc.record({ PreToolUse: others, PostToolUse: others }),
    ),
    last: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

it("what is added and taken out again leaves the text as it was, however it is written", () => {
  fc.assert(
    fc.property(
      settingsOf,
      fc.constantFrom(undefined, 1, 2, 4, "\t"),
      fc.constantFrom("\n", "\r\n"),
      fc.constantFrom("", "\n"),
      fc.constantFrom("", "\uFEFF"),
      (settings, indent, eol, end, mark) => {
        const text = mark + JSON.stringify(settings, undefined, indent).replaceAll("\n", eol) + end;
        const added = addEntry(text, entry, HOOK);
        expect(hasEntry(read(added), HOOK)).toBe(true);
        const { hooks = {} } = JSON.parse(text.slice(mark.length));
        const { PostToolUse = [] } = hooks;
        expect(JSON.parse(added.slice(mark.length))).toEqual({
          ...JSON.parse(text.slice(mark.length)),
          hooks: { ...hooks, PostToolUse: [...PostToolUse, entry] },
        });
        expect(added.startsWith(mark) && added.endsWith(end)).toBe(true);
        const removed = removeEntry(added, HOOK);
        expect(JSON.parse(removed.slice(mark.length))).toEqual(JSON.parse(text.slice(mark.length)));
        expect(removed).toBe(text);
      },
    ),
    { numRuns: 150 },
  );
});
