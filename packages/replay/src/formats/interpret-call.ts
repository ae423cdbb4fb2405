import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { parsePatch } from "./apply-patch.js";
import { pick, resultText, toInteger, toList, toName, toText } from "./json.js";
import { addedBelow, printedLines } from "./printed-lines.js";
import type { Change, PrintedLines, Recorded, RecordedEdit, RecordedRead } from "./recorded.js";
import { printedByShell, shellRead } from "./shell-reads.js";
import { saysFailure, type ToolRule, type ToolTable } from "./tool-rules.js";

/** A tool call with its result, as every format has them under its own names. */
export interface ToolCall {
  readonly conversation?: string | undefined;
  readonly callId?: string | undefined;
  readonly name: string;
  readonly args: JsonObject;
  /** The result as recorded: a text, blocks, or a list of results. */
  readonly result: unknown;
  /** What the model was given of it, where that is another text. */
  readonly given?: string | undefined;
  /** What the tool printed, where the recorded result says more about it. */
  readonly printed?: string | undefined;
  /** Whether the recording marks the result as an error. */
  readonly failed?: boolean | undefined;
}

const flag = (value: unknown): boolean => value === true || value === "true";

const span = (
  rule: ToolRule & { op: "read" },
  args: JsonObject,
): { offset?: number | undefined; limit?: number | undefined } => {
  const range = toList(pick(args, rule.range));
  const offset = toInteger(range[0] ?? pick(args, rule.offset));
  const last = toInteger(range[1] ?? pick(args, rule.end));
  const limit =
    last !== undefined && last >= 0 ? last - (offset ?? 1) + 1 : toInteger(pick(args, rule.limit));
  return { offset, limit: last === -1 ? undefined : limit };
};

const readsOf = (
  rule: ToolRule & { op: "read" },
  call: ToolCall,
): readonly { args: JsonObject; result: unknown }[] => {
  const files = toList(pick(call.args, rule.list)).filter(isJsonObject);
  if (files.length === 0) return [{ args: call.args, result: call.result }];
  const results = toList(call.result);
  if (files.length === 1) return [{ args: files[0] ?? {}, result: call.result }];
  return results.length === files.length ? files.map((args, at) => ({ args, result: results[at] })) : [];
};

const read = (rule: ToolRule & { op: "read" }, call: ToolCall, failed: boolean): Recorded[] => {
  const reads = readsOf(rule, call);
  return reads.flatMap(({ args, result }, at): Recorded[] => {
    const text = resultText(result);
    const given = reads.length > 1 ? text : (call.given ?? text);
    const path = toText(pick(args, rule.path));
    const asked = span(rule, args);
    const common = {
      conversation: call.conversation,
      callId: reads.length > 1 ? `${call.callId ?? ""}.${at}` : call.callId,
      tool: call.name,
      args,
      result: given,
    };
    if (path === undefined) return [{ op: "output", ...common }];
    const printed = failed ? undefined : printedLines(text, rule.style, asked);
    const unplaced = failed ? "the read failed" : printed ? undefined : "no lines of a file in the result";
    return split({ op: "read", ...common, path, printed, unplaced }, addedBelow(given, rule.style));
  });
};

/** What programs add to the result of an edit that is no word of it: diagnostics, reminders, instructions. */
const addedToEdit =
  /\n(?:<system-reminder>|LSP errors detected |This file has errors, please fix|<(?:file_|new-)?diagnostics[ >]|--- Newly Discovered Project Context ---\n)/;

/** Where such an addition begins, with the newlines before it. */
const addedAt = (text: string): number | undefined => {
  let at = addedToEdit.exec(text)?.index;
  while (at !== undefined && at > 0 && text[at - 1] === "\n") at -= 1;
  return at;
};

/** A read or an edit, and what stands below its result as an output of its own: no ledger may leave that out. */
const split = (step: RecordedRead | RecordedEdit, at: number | undefined): Recorded[] => {
  if (at === undefined) return [step];
  const { conversation, callId, tool, args, result } = step;
  const added: Recorded = { op: "output", conversation, callId, tool, args, result: result.slice(at) };
  return [{ ...step, result: result.slice(0, at) }, added];
};

const replacements = (rule: ToolRule & { op: "edit" }, args: JsonObject): Change[] => {
  const several = pick(args, rule.list);
  const list = (isJsonObject(several) ? [several] : toList(several)).filter(isJsonObject);
  return (list.length > 0 ? list : [args]).map((each) => {
    const old = toText(pick(each, rule.old));
    const put = toText(pick(each, rule.new)) ?? "";
    if (old === undefined) return { kind: "unknown" };
    return { kind: "replace", old, new: put, all: flag(pick(each, rule.all) ?? pick(args, rule.all)) };
  });
};

const changesOf = (
  rule: ToolRule,
  args: JsonObject,
): readonly { path: string | undefined; changes: Change[] }[] => {
  if (rule.op === "edit") return [{ path: toText(pick(args, rule.path)), changes: replacements(rule, args) }];
  if (rule.op === "write") {
    const after = toText(pick(args, rule.text));
    return [
      {
        path: toText(pick(args, rule.path)),
        changes: [after === undefined ? { kind: "unknown" } : { kind: "whole", after }],
      },
    ];
  }
  if (rule.op === "insert") {
    const after = toInteger(pick(args, rule.line));
    const text = toText(pick(args, rule.text));
    const known = after !== undefined && text !== undefined;
    return [
      {
        path: toText(pick(args, rule.path)),
        changes: [known ? { kind: "insert", after, text } : { kind: "unknown" }],
      },
    ];
  }
  if (rule.op === "patch") return parsePatch(toText(pick(args, rule.text)) ?? "");
  return [];
};

/** The script that a shell is given: a text, or its arguments. */
const scriptOf = (value: unknown): string | undefined => {
  if (!Array.isArray(value)) return toText(value);
  const [shell, flag, script, ...more] = value.map(toText);
  const isShell =
    /^(?:\S*\/)?(?:ba|z|)sh$/.test(shell ?? "") && /^-l?c$/.test(flag ?? "") && more.length === 0;
  if (isShell) return script;
  const words = value.map(toText);
  return words.every((word) => word !== undefined && /^[\w./,:=+@%-]+$/.test(word))
    ? words.join(" ")
    : undefined;
};

const readByShell = (
  rule: ToolRule & { op: "shell" },
  call: ToolCall,
  text: string,
): { path: string; printed: PrintedLines } | undefined => {
  const read = shellRead(scriptOf(pick(call.args, rule.command)) ?? "");
  const printed = read && printedByShell(read, call.printed ?? text, call.printed !== undefined);
  return read && printed && { path: read.path, printed };
};

/** What the result of an edit prints of the file. An empty last line of a snippet is the tool's, not the file's. */
const echoOf = (text: string): PrintedLines | undefined => {
  const window = printedLines(text, "windowed", {});
  if (window) return window;
  // Other agents print lines as they are, which may look numbered (`200: "OK"`).
  if (!/^ *\d+[\t→]/m.test(text)) return undefined;
  const snippet = printedLines(text, "numbered", { limit: 1 });
  return snippet?.lines.at(-1) === "" ? { ...snippet, lines: snippet.lines.slice(0, -1) } : snippet;
};

/**
 * What a tool call was, by the rules of its agent: a read with the lines that it printed, an edit with its
 * changes, or an output. A call that failed changed nothing and is an output.
 *
 * @example
 * interpretCall({ name: "Bash", args: { command: "ls" }, result: "a.ts" }, claudeCodeTools);
 * // [{ op: "output", tool: "Bash", args: { command: "ls" }, result: "a.ts", … }]
 */
export const interpretCall = (call: ToolCall, table: ToolTable): Recorded[] => {
  let rule: ToolRule | undefined = Object.hasOwn(table.tools, call.name) ? table.tools[call.name] : undefined;
  if (rule?.op === "commands") {
    const command = toName(call.args[rule.by]);
    rule = Object.hasOwn(rule.commands, command) ? rule.commands[command] : undefined;
  }
  const text = resultText(call.result);
  const failed = call.failed === true || saysFailure(table, text);
  const given = call.given ?? text;
  const common = { conversation: call.conversation, callId: call.callId, args: call.args, result: given };
  const output: Recorded = {
    op: "output",
    ...common,
    tool: ((rule?.op === "output" || rule?.op === "shell") && rule.as) || call.name,
    ...(call.printed !== undefined && { text: call.printed }),
  };
  if (rule === undefined || rule.op === "output") return [output];
  if (rule.op === "read") {
    const reads = read(rule, call, failed);
    return reads.length > 0 ? reads : [output];
  }
  if (rule.op === "shell") {
    const placed = failed ? undefined : readByShell(rule, call, text);
    return placed ? [{ op: "read", ...common, tool: call.name, ...placed }] : [output];
  }
  const files = changesOf(rule, call.args);
  if (failed || files.length === 0) return [output];
  const echo = echoOf(text);
  return files.flatMap(({ path, changes }, at): Recorded[] => {
    if (path === undefined) return [output];
    const edit: RecordedEdit = {
      op: "edit",
      ...common,
      callId: at > 0 ? `${call.callId ?? ""}.${at}` : call.callId,
      tool: call.name,
      path,
      changes,
      ...(rule.op === "write" && { isInCall: true }),
      result: at === 0 ? given : "",
      ...(files.length === 1 && echo && { echo }),
    };
    return split(edit, addedAt(edit.result));
  });
};
