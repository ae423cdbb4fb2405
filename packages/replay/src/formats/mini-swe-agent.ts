import type { JsonObject } from "@lembas/arguments";
import { type CommandOutput, commandOutput } from "./command-output.js";
import { parseJson, resultText, toInteger, toList, toName, toObject, toText } from "./json.js";

/** Whether a document is one of mini-swe-agent, whose messages have more than those of chat completions. */
export const isMiniSweAgent = (document: JsonObject): boolean =>
  toName(document["trajectory_format"]).startsWith("mini-swe-agent");

/** The line that begins a fenced block of a shell, which is how a model calls it that was given no tools. */
const FENCE = /```(?:bash|mswea_bash_command)[ \t]*\n/g;

/** What stands in the fenced blocks of a shell. */
const fencedIn = (text: string): string[] => {
  const found: string[] = [];
  let from = 0;
  for (const fence of text.matchAll(FENCE)) {
    if (fence.index < from) continue;
    const start = fence.index + fence[0].length;
    const end = text.indexOf("\n```", start);
    if (end < 0) break;
    found.push(text.slice(start, end).trim());
    from = end + 4;
  }
  return found;
};

/** The command of a message of the model: the one that it names, or else the one in its text; `undefined` of several. */
export const commandOf = (message: JsonObject): string | undefined => {
  const { actions } = toObject(message["extra"]);
  const named = toList(actions).map((action) => toText(toObject(action)["command"]));
  const commands = actions === undefined ? fencedIn(resultText(message["content"])) : named;
  const [command, ...more] = commands;
  return more.length > 0 ? undefined : command;
};

/** Whether a message of the person is what a command printed, and not an interruption. */
export const isCommandResult = ({ role, extra }: JsonObject, isCalled: boolean): boolean => {
  const { raw_output: raw, interrupt_type: interrupt } = toObject(extra);
  return role === "user" && interrupt === undefined && (typeof raw === "string" || isCalled);
};

/** What a result of the shell says of the command. */
export interface Observation {
  readonly failed: boolean;
  /** Absent where the message shows only a part of it. */
  readonly printed?: CommandOutput | undefined;
}

/** How the model is shown what a command printed, where the message has not kept it beside. */
const TAGGED = /^<returncode>(-?\d+)<\/returncode>\n<output>\n([\s\S]*)<\/output>\s*$/;

/** How a message's command ended and what it printed; `undefined` of any other message. */
export const observationOf = (message: JsonObject, text: string): Observation | undefined => {
  const extra = toObject(message["extra"]);
  const raw = toText(extra["raw_output"]);
  const exit = toInteger(extra["returncode"]);
  const [, tag, tagged] = TAGGED.exec(text) ?? [];
  if (raw === undefined && tagged !== undefined)
    return { failed: tag !== "0", printed: commandOutput(tagged, Number(tag)) };
  if (raw === undefined || exit === undefined) return undefined;
  const isWhole = text.includes(raw) || toObject(parseJson(text))["output"] === raw;
  return { failed: exit !== 0, ...(isWhole && { printed: commandOutput(raw, exit) }) };
};
