import { applyEdits, type FormattingOptions, findNodeAtLocation, modify, parseTree } from "jsonc-parser";
import { isObject, type JsonObject, objectsOf } from "../json-object.js";

/** The tools whose answers the hook is asked about. */
const MATCHER = "Read|Bash|mcp__.*";
/** Seconds after which the program goes on without an answer. */
const TIMEOUT = 10;

/** The settings cannot be changed as they are: the message says why. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/**
 * Reads settings; of a file that is not there or is blank, none.
 *
 * @throws {SettingsError} the text is not an object of JSON, or its hooks are not as the program has them
 */
export const parseSettings = (text: string | undefined, path: string): JsonObject => {
  if (text === undefined || text.trim() === "") return {};
  let settings: unknown;
  try {
    settings = JSON.parse(text.replace(/^\uFEFF/u, ""));
  } catch (error) {
    throw new SettingsError(
      `${path} is not JSON (${error instanceof Error ? error.message : error}); nothing was changed`,
    );
  }
  if (!isObject(settings)) throw new SettingsError(`${path} is not an object of JSON; nothing was changed`);
  const { hooks } = settings;
  if (hooks !== undefined && !isObject(hooks))
    throw new SettingsError(`"hooks" in ${path} is not an object; nothing was changed`);
  const entries = hooks?.["PostToolUse"];
  if (entries !== undefined && !Array.isArray(entries))
    throw new SettingsError(`"hooks.PostToolUse" in ${path} is not a list; nothing was changed`);
  return settings;
};

/** The entries of the hook's event. */
const entriesOf = (settings: JsonObject): readonly unknown[] => {
  const { hooks } = settings;
  const entries = isObject(hooks) ? hooks["PostToolUse"] : undefined;
  return Array.isArray(entries) ? entries : [];
};

const commandsOf = (entry: unknown): readonly string[] =>
  isObject(entry)
    ? objectsOf(entry["hooks"]).flatMap(({ command }) => (typeof command === "string" ? [command] : []))
    : [];

/** Shells on every system take forward slashes. */
const slashed = (path: string): string => path.replaceAll("\\", "/");

/** Whether an entry is the one that runs this file. */
const runs = (entry: unknown, hook: string): boolean =>
  commandsOf(entry).some((command) => command.startsWith(`node "${slashed(hook)}"`));

/** The entry that runs the hook; with a log, the file that gets a line for each changed answer. */
export const makeEntry = (hook: string, log: string | undefined): JsonObject => ({
  matcher: MATCHER,
  hooks: [
    {
      type: "command",
      command: `node "${slashed(hook)}"${log === undefined ? "" : ` --log "${slashed(log)}"`}`,
      timeout: TIMEOUT,
    },
  ],
});

/** How a text indents and ends its lines; `undefined` where not all of it is written so, and a change may not be either. */
const formatOf = (text: string): FormattingOptions | undefined => {
  const indent = /^([ \t]+)\S/mu.exec(text)?.[1] ?? "  ";
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const regular = JSON.stringify(JSON.parse(text), undefined, indent).replaceAll("\n", eol);
  if (regular !== text.trim()) return undefined;
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol,
  };
};

const change = (text: string, path: (string | number)[], value: unknown): string => {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const bare = text.slice(mark.length);
  const formattingOptions = formatOf(bare);
  return mark + applyEdits(bare, modify(bare, path, value, formattingOptions ? { formattingOptions } : {}));
};

/** The text without an element of a list that has others. */
const removeElement = (text: string, list: readonly string[], index: number): string => {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const root = parseTree(text.slice(mark));
  const elements = (root && findNodeAtLocation(root, [...list])?.children) ?? [];
  const [before, own, behind] = [elements[index - 1], elements[index], elements[index + 1]];
  if (own === undefined) return text;
  const start = before ? before.offset + before.length : own.offset;
  const end = before || !behind ? own.offset + own.length : behind.offset;
  return text.slice(0, mark + start) + text.slice(mark + end);
};

/** The text with the entry last in its list, all else as it was; in the place of the one that runs the same file. */
export const addEntry = (text: string | undefined, entry: JsonObject, hook: string): string => {
  const base = text === undefined || text.trim() === "" ? "{}\n" : text;
  const entries = entriesOf(parseSettings(base, "settings"));
  const own = entries.findIndex((other) => runs(other, hook));
  if (entries.length === 0) return change(base, ["hooks", "PostToolUse"], [entry]);
  return change(base, ["hooks", "PostToolUse", own === -1 ? entries.length : own], entry);
};

/** The text without the entries that run this file, and without lists that had nothing else. */
export const removeEntry = (text: string, hook: string): string => {
  let rest = text;
  for (;;) {
    const settings = parseSettings(rest, "settings");
    const entries = entriesOf(settings);
    const own = entries.findIndex((entry) => runs(entry, hook));
    if (own === -1) return rest;
    const { hooks } = settings;
    if (entries.length > 1) rest = removeElement(rest, ["hooks", "PostToolUse"], own);
    else if (isObject(hooks) && Object.keys(hooks).length > 1)
      rest = change(rest, ["hooks", "PostToolUse"], undefined);
    else if (Object.keys(settings).length > 1) rest = change(rest, ["hooks"], undefined);
    else rest = `${rest.slice(0, rest.indexOf("{"))}{}${rest.slice(rest.lastIndexOf("}") + 1)}`;
  }
};

/** Whether the settings run this file. */
export const hasEntry = (settings: JsonObject, hook: string): boolean =>
  entriesOf(settings).some((entry) => runs(entry, hook));

/** The command of the entry that runs this file. */
export const commandOf = (settings: JsonObject, hook: string): string | undefined =>
  commandsOf(entriesOf(settings).find((entry) => runs(entry, hook)))[0];

/** Whether a matcher takes one of the tools that the hook answers for. */
const matchesOurs = (matcher: unknown): boolean => {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  if (typeof matcher !== "string") return false;
  try {
    const pattern = new RegExp(`^(?:${matcher})$`, "u");
    return ["Read", "Bash", "mcp__server__tool"].some((tool) => pattern.test(tool));
  } catch {
    return true;
  }
};

/** The commands of other hooks that run for the same tools: one of them may change the same answers. */
export const otherCommands = (settings: JsonObject, hook: string): readonly string[] =>
  entriesOf(settings).flatMap((entry) =>
    isObject(entry) && !runs(entry, hook) && matchesOurs(entry["matcher"]) ? commandsOf(entry) : [],
  );
