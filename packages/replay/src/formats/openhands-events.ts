import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { resultText, toArguments, toJsonText, toList, toName, toObject, toText } from "./json.js";
import { shownText, withState } from "./openhands-shown.js";
import type { Recorded } from "./recorded.js";
import type { ToolCalls } from "./tool-calls.js";

/** Whether an event is one of OpenHands' newer form, which has a kind. */
export const isKindEvent = (event: unknown): event is JsonObject =>
  isJsonObject(event) && typeof event["kind"] === "string" && typeof event["source"] === "string";

/** Events that put nothing into the conversation. */
const silent = new Set(
  (
    "ConversationStateUpdateEvent ConversationErrorEvent CondensationRequest CondensationSummaryEvent PauseEvent " +
    "TokenEvent LLMCompletionLogEvent StreamingDeltaEvent HookExecutionEvent"
  ).split(" "),
);

/** The files of an edit as they were before and after it, where the event has them. */
const wholeFile = (observation: JsonObject): { before: string | null; after: string } | undefined => {
  const { old_content: before, new_content: after, prev_exist: isOld } = observation;
  if (typeof after !== "string") return undefined;
  if (isOld === false) return { before: null, after };
  return typeof before === "string" ? { before, after } : undefined;
};

/** Reads the events of one conversation of OpenHands since its version 1, each of a kind. */
export class OpenHandsEvents {
  readonly #calls: ToolCalls;
  readonly #conversation: string;
  readonly #unknown: (kind: string, where: string) => void;
  /** The answer of the model that was read last. */
  #answer: unknown;
  /** The call of each result, by its event. */
  readonly #results = new Map<string, string>();

  constructor(calls: ToolCalls, conversation: string, unknown: (kind: string, where: string) => void) {
    this.#calls = calls;
    this.#conversation = conversation;
    this.#unknown = unknown;
  }

  /** What one event holds. */
  *read(event: JsonObject, where: string): Iterable<Recorded> {
    const kind = toName(event["kind"]);
    const id = toName(event["id"]);
    const conversation = this.#conversation;
    if (kind === "ActionEvent") yield this.#action(event, id, where);
    else if (kind === "MessageEvent") {
      const { role, content } = toObject(event["llm_message"]);
      const text = resultText([content, event["extended_content"]]);
      if (role === "assistant") yield this.#said(event, id, text);
      else yield { op: "message", id, role: "user", conversation, text };
    } else if (kind === "SystemPromptEvent") {
      const text = resultText([event["system_prompt"], event["dynamic_context"]]);
      yield { op: "message", id, role: "user", conversation, text };
    } else if (kind === "ObservationEvent") yield* this.#observation(event, id, where);
    else if (kind === "AgentErrorEvent" || kind === "UserRejectObservation") {
      const rejection = `Action rejected: ${toName(event["rejection_reason"])}`;
      yield* this.#result(event, id, toText(event["error"]) ?? rejection, true, where);
    } else if (kind === "Condensation") yield* this.#condensation(event, id);
    else if (!silent.has(kind)) this.#unknown(kind, where);
  }

  /** Actions of one answer of the model are one call of it. */
  #said(event: JsonObject, id: string, text: string): Recorded {
    const answer = event["llm_response_id"];
    const continued = typeof answer === "string" && answer === this.#answer;
    this.#answer = answer;
    return { op: "message", id, role: "assistant", conversation: this.#conversation, text, continued };
  }

  #action(event: JsonObject, id: string, where: string): Recorded {
    const call = toObject(event["tool_call"]);
    const args = toArguments(call["arguments"] ?? event["action"]);
    this.#calls.add(event["tool_call_id"], event["tool_name"], args, where);
    return this.#said(event, id, `${resultText(event["thought"])}${toJsonText(args)}`);
  }

  *#observation(event: JsonObject, id: string, where: string): Iterable<Recorded> {
    const observation = toObject(event["observation"]);
    const failed = observation["is_error"] === true;
    const { metadata } = observation;
    const texts = [
      failed ? "[An error occurred during execution.]\n" : "",
      metadata === undefined
        ? resultText(observation["content"])
        : shownText(withState(observation, toObject(metadata)), "run"),
      resultText(event["extended_content"]),
    ];
    const text = texts.filter((part) => part !== "").join("\n");
    const change = wholeFile(observation);
    for (const step of this.#result(event, id, text, failed, where))
      yield step.op === "edit" && change ? { ...step, changes: [{ kind: "whole", ...change }] } : step;
  }

  *#result(
    event: JsonObject,
    id: string,
    result: string,
    failed: boolean,
    where: string,
  ): Iterable<Recorded> {
    const { tool_call_id: call, tool_name: name } = event;
    if (typeof call === "string") this.#results.set(id, call);
    const conversation = this.#conversation;
    yield* this.#calls.finish({ id: call, conversation, name, result, failed }, where);
  }

  /** Events are forgotten; the summary, whose name they may have later, stands where they were. */
  *#condensation(event: JsonObject, id: string): Iterable<Recorded> {
    const conversation = this.#conversation;
    const messages = toList(event["forgotten_event_ids"]).map(toName);
    const calls = messages.flatMap((name) => this.#results.get(name) ?? []);
    yield { op: "forget", conversation, calls, messages };
    const text = toText(event["summary"]);
    if (text !== undefined && typeof event["summary_offset"] === "number")
      yield { op: "message", id: `${id}-summary`, role: "user", conversation, text };
  }
}
