import { isJsonObject, type JsonObject } from "@lembas/arguments";
import type { PrintStyle } from "./printed-lines.js";

/** The names of an argument, the first that a call has counts. */
type Names = readonly string[];

/** What a tool does, and under which names it takes its arguments. */
export type ToolRule =
  | {
      readonly op: "read";
      readonly path: Names;
      readonly offset?: Names | undefined;
      readonly limit?: Names | undefined;
      /** Last line, in the place of a limit. */
      readonly end?: Names | undefined;
      /** First and last line in one list. */
      readonly range?: Names | undefined;
      /** A list of objects with the arguments, for a tool that reads several files. */
      readonly list?: Names | undefined;
      readonly style: PrintStyle;
    }
  | {
      readonly op: "edit";
      readonly path: Names;
      readonly old: Names;
      readonly new: Names;
      readonly all?: Names | undefined;
      /** A list of objects with `old` and `new`, for a tool that makes several changes. */
      readonly list?: Names | undefined;
    }
  | { readonly op: "insert"; readonly path: Names; readonly line: Names; readonly text: Names }
  | { readonly op: "write"; readonly path: Names; readonly text: Names }
  | { readonly op: "patch"; readonly text: Names }
  | { readonly op: "output"; readonly as?: string | undefined }
  /** A shell: what it prints of one file, by a command that says which lines, is a read. */
  | { readonly op: "shell"; readonly command: Names; readonly as?: string | undefined }
  | { readonly op: "commands"; readonly by: string; readonly commands: Readonly<Record<string, ToolRule>> };

/** The tools of one agent: rules by tool name, and the beginnings of results that say that nothing was done. */
export interface ToolTable {
  readonly tools: Readonly<Record<string, ToolRule>>;
  readonly failures: readonly string[];
}

/** Whether a result says that nothing was done. */
export const saysFailure = ({ failures }: ToolTable, result: string): boolean =>
  failures.some((failure) => result.startsWith(failure));

/** Tables by format name: what `--map FILE` holds. */
export type ToolMap = Readonly<Record<string, Partial<ToolTable>>>;

/** The table with the rules and failures of a map's entry added; a rule of the map wins. */
export const extendTable = (table: ToolTable, more: Partial<ToolTable> | undefined): ToolTable => ({
  tools: { ...table.tools, ...more?.tools },
  failures: [...table.failures, ...(more?.failures ?? [])],
});

const namesOf: Readonly<Record<ToolRule["op"], readonly string[]>> = {
  read: ["path", "offset", "limit", "end", "range", "list"],
  edit: ["path", "old", "new", "all", "list"],
  insert: ["path", "line", "text"],
  write: ["path", "text"],
  patch: ["text"],
  shell: ["command"],
  output: [],
  commands: [],
};
const required: Readonly<Record<ToolRule["op"], readonly string[]>> = {
  read: ["path"],
  edit: ["path", "old", "new"],
  insert: ["path", "line", "text"],
  write: ["path", "text"],
  patch: ["text"],
  shell: ["command"],
  output: [],
  commands: [],
};
const styles = ["raw", "numbered", "dotted", "windowed", "headed", "auto"];

const isNames = (value: unknown): boolean =>
  typeof value === "string" ||
  (Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string"));

const readRule = (value: unknown, where: string): ToolRule => {
  const op = isJsonObject(value) ? value["op"] : undefined;
  if (!isJsonObject(value) || typeof op !== "string" || !Object.hasOwn(namesOf, op))
    throw new TypeError(
      `${where}: op must be one of ${Object.keys(namesOf).join(", ")}, not ${JSON.stringify(op)}.`,
    );
  const kind = op as ToolRule["op"];
  const rule: Record<string, unknown> = { op };
  for (const name of namesOf[kind]) {
    const names = value[name];
    if (names === undefined && !required[kind].includes(name)) continue;
    if (!isNames(names))
      throw new TypeError(`${where}: ${name} must be an argument's name or a list of such names.`);
    rule[name] = typeof names === "string" ? [names] : names;
  }
  if (kind === "read") {
    rule["style"] = value["style"] ?? "auto";
    if (!styles.includes(String(rule["style"])))
      throw new TypeError(`${where}: style must be one of ${styles.join(", ")}.`);
  }
  if ((kind === "output" || kind === "shell") && value["as"] !== undefined) rule["as"] = String(value["as"]);
  if (kind === "commands") {
    if (typeof value["by"] !== "string" || !isJsonObject(value["commands"]))
      throw new TypeError(
        `${where}: commands needs by (an argument's name) and commands (rules by its value).`,
      );
    rule["by"] = value["by"];
    rule["commands"] = readRules(value["commands"], where);
  }
  return rule as unknown as ToolRule;
};

const readRules = (rules: JsonObject, where: string): Record<string, ToolRule> =>
  Object.fromEntries(
    Object.entries(rules).map(([tool, rule]) => [tool, readRule(rule, `${where}, ${tool}`)]),
  );

/**
 * Reads the JSON of a map file: rules for further tools, by format.
 *
 * @param value the parsed file
 * @param formats the names of the known formats
 * @throws TypeError that names the format, the tool and what is right
 * @example
 * readToolMap({ pi: { tools: { view: { op: "read", path: "file", style: "numbered" } } } }, ["pi"]);
 */
export const readToolMap = (value: unknown, formats: readonly string[]): ToolMap => {
  if (!isJsonObject(value))
    throw new TypeError("A map is a JSON object: formats, each with tools and failures.");
  return Object.fromEntries(
    Object.entries(value).map(([format, table]) => {
      if (!formats.includes(format))
        throw new TypeError(`Unknown format "${format}". Known: ${formats.join(", ")}.`);
      if (!isJsonObject(table))
        throw new TypeError(`${format}: must be an object with tools, failures, or both.`);
      const failures = table["failures"] ?? [];
      if (!Array.isArray(failures) || !failures.every((text) => typeof text === "string"))
        throw new TypeError(`${format}: failures must be a list of texts.`);
      const tools = table["tools"] ?? {};
      if (!isJsonObject(tools))
        throw new TypeError(`${format}: tools must be an object of rules by tool name.`);
      return [format, { tools: readRules(tools, format), failures }];
    }),
  );
};
