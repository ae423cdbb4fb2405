import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { timeOfValue } from "../input/time-of-value.js";
import { commonTools } from "./common-tools.js";
import type { Format } from "./format.js";
import { resultText, toArguments, toJsonText, toList, toName, toObject } from "./json.js";
import { type MessagePlace, MessagesReader } from "./messages-reader.js";
import { commandOf, isCommandResult, isMiniSweAgent, observationOf } from "./mini-swe-agent.js";
import type { Recorded } from "./recorded.js";
import { messagesDocument } from "./request-chains.js";

/** A call that a message of the model makes. */
interface Call {
  readonly id: unknown;
  readonly name: unknown;
  readonly args: JsonObject;
}

/** The id of the calls without one, which older messages have: one at a time. */
const UNNAMED = "function call";

/** The calls of a message of the model, in the forms of chat completions, and of responses as mini-swe-agent keeps them. */
const callsOf = (message: JsonObject): Call[] => {
  const { tool_calls: calls, function_call: older, output } = message;
  const items = toList(output).filter((item) => toObject(item)["type"] === "function_call");
  return [
    ...toList(calls).map((value) => {
      const call = toObject(value);
      const { name, arguments: args, input } = toObject(call["function"] ?? call["custom"]);
      return { id: call["id"], name, args: toArguments(args ?? input) };
    }),
    ...items.map((value) => {
      const { call_id: id, name, arguments: args } = toObject(value);
      return { id, name, args: toArguments(args) };
    }),
    ...(isJsonObject(older)
      ? [{ id: UNNAMED, name: older["name"], args: toArguments(older["arguments"]) }]
      : []),
  ];
};

/** What the model said: the texts of a message, or of a response's messages. */
const saidIn = ({ content, output }: JsonObject): string =>
  output === undefined
    ? resultText(content)
    : resultText(toList(output).map((item) => resultText(toObject(item)["content"])));

const isMessage = (value: unknown): value is JsonObject => {
  if (!isJsonObject(value)) return false;
  const { role, object, type } = value;
  return typeof role === "string" || object === "response" || type === "function_call_output";
};

/** Whether a message is one that only this form has. */
const isTelling = (value: unknown): boolean => {
  if (!isMessage(value)) return false;
  const { role, tool_calls: calls, tool_call_id: call, function_call: older } = value;
  if (role === "tool") return typeof call === "string";
  return role === "assistant" && (toList(calls).length > 0 || isJsonObject(older));
};

/** All that the model said in a message, the arguments of these calls among it. */
const allSaid = (message: JsonObject, calls: readonly Call[]): string =>
  [saidIn(message), ...calls.map(({ args }) => toJsonText(args))].join("");

export class OpenAiReader extends MessagesReader {
  protected override answerText(answer: JsonObject): string {
    return allSaid(answer, callsOf(answer));
  }

  protected override *message(
    value: unknown,
    { conversation, calls, request }: MessagePlace,
    where: string,
  ): Iterable<Recorded> {
    if (!isMessage(value)) {
      this.setup.problems.add("message that has no role", where);
      return;
    }
    const isMini = isMiniSweAgent(request);
    const role = value["role"] ?? (value["object"] === "response" ? "assistant" : "tool");
    const text = resultText(value["content"] ?? value["output"]);
    if (role === "assistant") {
      const made = callsOf(value);
      for (const { id, name, args } of made) calls.add(id, name, args, where);
      const command = made.length === 0 && isMini ? commandOf(value) : undefined;
      if (command !== undefined) calls.add(UNNAMED, "bash", { command }, where);
      const time = isMini ? timeOfValue(value["extra"]) : undefined;
      yield { op: "message", role, conversation, text: allSaid(value, made), time };
    } else if (
      role === "tool" ||
      role === "function" ||
      (isMini && isCommandResult(value, calls.has(UNNAMED)))
    ) {
      const id = value["tool_call_id"] ?? value["call_id"] ?? UNNAMED;
      const { failed, printed } = observationOf(value, text) ?? {};
      const result = { id, conversation, name: value["name"] ?? (isMini ? "bash" : undefined), result: text };
      yield* calls.finish({ ...result, failed, printed: printed?.printed }, where);
    } else if (["user", "system", "developer"].includes(toName(role)))
      yield { op: "message", role: "user", conversation, text };
    // How mini-swe-agent notes that it is done; its model does not read it.
    else if (!(isMini && role === "exit")) this.unknown("message of", role, where);
  }
}

/**
 * Messages as OpenAI's chat completions have them (openai/openai-node: src/resources/chat/completions/completions.ts),
 * with `tool_calls` and messages of role `tool`: a document or a list for each conversation, a log of requests, or one
 * message a line.
 * mini-swe-agent writes such documents (SWE-agent/mini-swe-agent: docs/usage/output_files.md,
 * src/minisweagent/agents/default.py, src/minisweagent/models/utils/), with what each command printed beside the
 * message; those of models without tools, whose commands stand in their texts, and those of the responses API too.
 */
export const openAi: Format = {
  name: "openai",
  title: "OpenAI chat messages",
  sessions: [
    ...[".config", "Library/Application Support", "AppData/Local/mini-swe-agent"].map((folder) => ({
      agent: "mini-swe-agent",
      folder: `${folder}/mini-swe-agent`,
      moved: ["MSWEA_GLOBAL_CONFIG_DIR", "XDG_CONFIG_HOME/mini-swe-agent"],
      files: ["*.traj.json"],
    })),
    {
      agent: "Mistral Vibe",
      folder: ".vibe/logs/session",
      moved: ["VIBE_HOME/logs/session"],
      files: ["*/messages.jsonl"],
    },
  ],
  table: commonTools,
  hasLists: true,
  recognises: (value) => {
    const document = messagesDocument(value);
    if (document === undefined) return isTelling(value);
    return isMiniSweAgent(document.request) || document.messages.some(isTelling);
  },
  reader: (setup) => new OpenAiReader(setup),
};
