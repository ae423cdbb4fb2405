import { appendFileSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { mayCompact } from "./compose/compaction.js";
import { composeOutput, isOutput } from "./compose/compose-output.js";
import { composeRead } from "./compose/compose-read.js";
import type { Composed } from "./compose/composed.js";
import { readFileCall } from "./compose/read-names.js";
import { PieceReader } from "./transcript/piece-reader.js";
import { type Call, readSentRequest, type SentRequest } from "./transcript/sent-request.js";

/** Above so many bytes of a transcript nothing is done: it is read at each call. */
const MOST_BYTES = 32_000_000;

/** Uses what the transcript tells of the request that a call came from; `undefined` where it is too long, or not a file. */
const useRequest = <Value>(
  path: string | undefined,
  call: Call,
  use: (request: SentRequest | undefined) => Value,
): Value => {
  const stats = path === undefined ? undefined : statSync(path);
  // To open a pipe waits until somebody writes.
  if (path === undefined || !stats?.isFile() || stats.size > MOST_BYTES) return use(undefined);
  return PieceReader.ofFile(path, stats.size, (transcript) =>
    use(readSentRequest(transcript, call.id, (other, mayHaveHead) => isSource(other, mayHaveHead, call))),
  );
};

/** Whether a result of the other call can show what one of this call does. */
const isSource = (other: Call, mayHaveHead: boolean, call: Call): boolean => {
  if (isOutput(call)) return mayHaveHead && isOutput(other);
  const path = readFileCall(call)?.path;
  return path !== undefined && readFileCall(other)?.path === path;
};

/** The transcript of the conversation that the call is of: a subagent has one of its own. */
const transcriptOf = ({ transcript_path: path, agent_id: agent }: JsonObject): string | undefined => {
  if (typeof path !== "string" || !path.endsWith(".jsonl")) return undefined;
  if (agent === undefined) return path;
  if (typeof agent !== "string" || !/^[A-Za-z0-9_-]+$/.test(agent)) return undefined;
  return join(path.slice(0, -".jsonl".length), "subagents", `agent-${agent}.jsonl`);
};

const readSettings = (transcript: string, cwd: unknown): readonly string[] => {
  // <configuration>/projects/<project>/<session>.jsonl
  const configuration = dirname(dirname(dirname(transcript)));
  const project = typeof cwd === "string" ? join(cwd, ".claude") : configuration;
  const paths = [
    join(configuration, "settings.json"),
    join(project, "settings.json"),
    join(project, "settings.local.json"),
  ];
  return paths.flatMap((path) => {
    try {
      return statSync(path).isFile() ? [readFileSync(path, "utf8")] : [];
    } catch {
      return [];
    }
  });
};

const compose = (
  { tool_name: tool, tool_use_id: id, tool_input: input, tool_response: response, ...hook }: JsonObject,
  env: Readonly<Record<string, string | undefined>>,
): Composed | undefined => {
  if (typeof tool !== "string" || typeof id !== "string") return undefined;
  const call = { id, tool, input };
  if (tool !== "Read" && !isOutput(call)) return undefined;
  return useRequest(transcriptOf(hook), call, (request) => {
    const settings = readSettings(String(hook["transcript_path"]), hook["cwd"]);
    const isKept =
      request !== undefined &&
      !mayCompact(request.tokens, JSON.stringify(response).length, { env, settings });
    const named = isKept ? request : undefined;
    if (tool === "Read") return named && composeRead(call, response, named);
    return composeOutput(call, response, named);
  });
};

/**
 * Answers the program's call of the hook.
 *
 * @param input what the program writes to its standard input
 * @param env with `LEMBAS_OFF` set to `1` nothing is done
 * @param args `--log FILE`: the file that gets a line for each answer that is changed
 * @returns what it reads from the standard output; `undefined` where the tool's own answer stands
 */
export const runHook = (
  input: string,
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): string | undefined => {
  if (env["LEMBAS_OFF"] === "1") return undefined;
  const hook: unknown = JSON.parse(input);
  if (!isJsonObject(hook) || hook["hook_event_name"] !== "PostToolUse") return undefined;
  const composed = compose(hook, env);
  if (composed === undefined) return undefined;
  const { output, note, given, shown } = composed;
  const [flag, log] = args;
  if (flag === "--log" && log !== undefined) {
    const { session_id: session, tool_name: tool } = hook;
    appendFileSync(log, `${JSON.stringify({ at: new Date().toISOString(), session, tool, given, shown })}\n`);
  }
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PostToolUse",
      updatedToolOutput: output,
      ...(note !== undefined && { additionalContext: note }),
    },
  });
};
