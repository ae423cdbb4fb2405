import { isJsonObject, type JsonObject } from "@lembas/arguments";
import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  modify,
  type Node,
  parseTree,
} from "jsonc-parser";
import { objectsOf } from "../objects-of.js";

/** The tools whose answers the hook is asked about. */
const MATCHER = "Read|Bash|mcp__.*";
/** Seconds after which the program goes on without an answer. */
const TIMEOUT = 10;

/** The settings cannot be changed as they are: the message says why. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/** The names on the way to the commands of the hook's event. */
const WAY: readonly string[] = ["hooks", "PostToolUse", "hooks", "command"];

/** A name on the way that stands twice in its object: the program reads the last of them, an edit finds the first. */
const findTwice = (node: Node | undefined, way: readonly string[]): string | undefined => {
  const [name, ...rest] = way;
  if (node === undefined || name === undefined) return undefined;
  const children = node.children ?? [];
  if (node.type === "array")
    return children.map((child) => findTwice(child, way)).find((twice) => twice !== undefined);
  const own = children.filter(({ children: [key] = [] }) => key?.value === name);
  return own.length > 1 ? name : findTwice(own[0]?.children?.[1], rest);
};

/**
 * Reads settings; of a file that is not there or is blank, none.
 *
 * @throws {SettingsError} the text is not an object of JSON, or its hooks are not as the program has them
 */
export const parseSettings = (text: string | undefined, path: string): JsonObject => {
  if (text === undefined || text.trim() === "") return {};
  const bare = text.replace(/^\uFEFF/u, "");
  let settings: unknown;
  try {
    settings = JSON.parse(bare);
  } catch (error) {
    throw new SettingsError(
      `${path} is not JSON (${error instanceof Error ? error.message : error}); nothing was changed`,
    );
  }
  if (!isJsonObject(settings))
    throw new SettingsError(`${path} is not an object of JSON; nothing was changed`);
  const twice = findTwice(parseTree(bare), WAY);
  if (twice !== undefined)
    throw new SettingsError(`"${twice}" stands twice in an object of ${path}; nothing was changed`);
  const { hooks } = settings;
  if (hooks !== undefined && !isJsonObject(hooks))
    throw new SettingsError(`"hooks" in ${path} is not an object; nothing was changed`);
  const entries = hooks?.["PostToolUse"];
  if (entries !== undefined && !Array.isArray(entries))
    throw new SettingsError(`"hooks.PostToolUse" in ${path} is not a list; nothing was changed`);
  return settings;
};

/** The entries of the hook's event. */
const entriesOf = (settings: JsonObject): readonly unknown[] => {
  const { hooks } = settings;
  const entries = isJsonObject(hooks) ? hooks["PostToolUse"] : undefined;
  return Array.isArray(entries) ? entries : [];
};

/** The hooks of an entry. */
const hooksOf = (entry: unknown): readonly unknown[] =>
  isJsonObject(entry) && Array.isArray(entry["hooks"]) ? entry["hooks"] : [];

const commandsOf = (entry: unknown): readonly string[] =>
  objectsOf(hooksOf(entry)).flatMap(({ command }) => (typeof command === "string" ? [command] : []));

/** Shells on every system take forward slashes. */
const slashed = (path: string): string => path.replaceAll("\\", "/");

/** A path as a shell takes it between double quotes. */
const quoted = (path: string): string => `"${slashed(path).replace(/["$`]/g, "\\$&")}"`;

/** Whether a command runs this file, also where a person has put something else before it, or behind it. */
const runsFile = (command: string, hook: string): boolean =>
  [quoted(hook).slice(1, -1), slashed(hook)].some((path) => {
    const at = command.indexOf(path);
    if (at === -1) return false;
    return (
      /^["'\s=]?$/.test(command.charAt(at - 1)) && /^["'\s;&|)]?$/.test(command.charAt(at + path.length))
    );
  });

/** Whether an entry is one that runs this file. */
const runs = (entry: unknown, hook: string): boolean =>
  commandsOf(entry).some((command) => runsFile(command, hook));

/** Where the command that runs this file stands among the hooks of its entry. */
const placeIn = (entry: unknown, hook: string): number =>
  hooksOf(entry).findIndex((one) => commandsOf({ hooks: [one] }).some((command) => runsFile(command, hook)));

/** The entry that runs the hook; with a log, the file that gets a line for each changed answer. */
export const makeEntry = (hook: string, log: string | undefined) => ({
  matcher: MATCHER,
  hooks: [
    {
      type: "command",
      command: `node ${quoted(hook)}${log === undefined ? "" : ` --log ${quoted(log)}`}`,
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
const removeElement = (text: string, list: readonly (string | number)[], index: number): string => {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const root = parseTree(text.slice(mark));
  const elements = (root && findNodeAtLocation(root, [...list])?.children) ?? [];
  const [before, own, behind] = [elements[index - 1], elements[index], elements[index + 1]];
  if (own === undefined) return text;
  const start = before ? before.offset + before.length : own.offset;
  const end = before || !behind ? own.offset + own.length : behind.offset;
  return text.slice(0, mark + start) + text.slice(mark + end);
};

/** The command of an entry that is there already: as a person has it, where it runs the file as the new one does. */
const keptCommand = (before: string, [now]: readonly string[], hook: string): string | undefined => {
  const isAlike = before.includes(quoted(hook)) && before.includes(" --log ") === now?.includes(" --log ");
  return isAlike ? before : now;
};

/** The text with the entry last in its list, all else as it was. Of one that runs the same file the command alone changes. */
export const addEntry = (
  text: string | undefined,
  entry: ReturnType<typeof makeEntry>,
  hook: string,
): string => {
  const base = text === undefined || text.trim() === "" ? "{}\n" : text;
  const entries = entriesOf(parseSettings(base, "settings"));
  const own = entries.findIndex((other) => runs(other, hook));
  if (entries.length === 0) return change(base, ["hooks", "PostToolUse"], [entry]);
  if (own === -1) return change(base, ["hooks", "PostToolUse", entries.length], entry);
  const place = placeIn(entries[own], hook);
  const [before = ""] = commandsOf({ hooks: [hooksOf(entries[own])[place]] });
  const command = keptCommand(before, commandsOf(entry), hook);
  if (command === before) return base;
  return change(base, ["hooks", "PostToolUse", own, "hooks", place, "command"], command);
};

/** The text without the commands that run this file, and without entries and lists that had nothing else. */
export const removeEntry = (text: string, hook: string): string => {
  let rest = text;
  for (;;) {
    const settings = parseSettings(rest, "settings");
    const entries = entriesOf(settings);
    const own = entries.findIndex((entry) => runs(entry, hook));
    if (own === -1) return rest;
    const { hooks } = settings;
    if (hooksOf(entries[own]).length > 1)
      rest = removeElement(rest, ["hooks", "PostToolUse", own, "hooks"], placeIn(entries[own], hook));
    else if (entries.length > 1) rest = removeElement(rest, ["hooks", "PostToolUse"], own);
    else if (isJsonObject(hooks) && Object.keys(hooks).length > 1)
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
  entriesOf(settings)
    .flatMap(commandsOf)
    .find((command) => runsFile(command, hook));

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
    isJsonObject(entry) && matchesOurs(entry["matcher"])
      ? commandsOf(entry).filter((command) => !runsFile(command, hook))
      : [],
  );
