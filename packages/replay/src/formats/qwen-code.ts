import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { identityOfLine, placeOfLine } from "./claude-code-entry.js";
import { type BranchEntry, type Format, Reader } from "./format.js";
import { GeminiReader, isGeminiSession } from "./gemini.js";
import { genaiTools, partsCalls, partsResults, partsText, withDisplay } from "./genai-parts.js";
import { toJsonText, toName, toObject } from "./json.js";
import type { Recorded } from "./recorded.js";

const partsOf = (event: JsonObject): unknown => toObject(event["message"])["parts"];

class QwenReader extends Reader {
  readonly #older: GeminiReader;
  /** The subagents whose model is answering: a round of it is written in several lines. */
  readonly #answering = new Set<string>();
  /** The result of each call that was given, by conversation and call. */
  readonly #results = new Map<string, Map<string, string>>();

  constructor(setup: Reader["setup"]) {
    super(setup);
    this.#older = new GeminiReader(setup);
  }

  *read(value: unknown, where: string): Iterable<Recorded> {
    const event = toObject(value);
    const type = toName(event["type"]);
    const conversation = event["isSidechain"] === true ? `sidechain ${toName(event["agentId"])}` : "main";
    const continued = event["isSidechain"] === true && this.#answering.has(conversation);
    if (type === "assistant") this.#answering.add(conversation);
    else if (type !== "system") this.#answering.delete(conversation);
    if (isGeminiSession(value, "qwen")) yield* this.#older.read(value, where);
    else if (type === "assistant") yield* this.#answer(event, { conversation, continued }, where);
    else if (type === "user") yield* this.#said(partsOf(event), conversation);
    else if (type === "tool_result") yield* this.#result(event, conversation, where);
    else if (type === "system") yield* this.#system(event, conversation);
    else this.unknown("event", event["type"], where);
  }

  *#answer(
    event: JsonObject,
    about: { readonly conversation: string; readonly continued: boolean },
    where: string,
  ): Iterable<Recorded> {
    const parts = partsOf(event);
    const calls = partsCalls(parts);
    for (const { id, name, args } of calls) this.setup.calls.add(id, name, args, where);
    const text = [partsText(parts), ...calls.map(({ args }) => toJsonText(args))].join("");
    yield { op: "message", role: "assistant", ...about, text };
  }

  *#said(parts: unknown, conversation: string): Iterable<Recorded> {
    yield { op: "message", role: "user", conversation, text: partsText(parts) };
  }

  *#result(event: JsonObject, conversation: string, where: string): Iterable<Recorded> {
    const { resultDisplay: display, status } = toObject(event["toolCallResult"]);
    const given = this.#results.get(conversation) ?? new Map<string, string>();
    this.#results.set(conversation, given);
    for (const { id, name, text, failed } of partsResults(partsOf(event))) {
      if (id !== undefined) given.set(id, text);
      const result = { id, conversation, name, result: text, failed: failed || status === "error" };
      for (const step of this.setup.calls.finish(result, where)) yield withDisplay(step, display);
    }
  }

  /** Of what the program notes only a summary changes what the model reads. */
  *#system(event: JsonObject, conversation: string): Iterable<Recorded> {
    const history = toObject(event["systemPayload"])["compressedHistory"];
    if (event["subtype"] !== "chat_compression" || !Array.isArray(history)) return;
    const contents = history.filter(isJsonObject);
    const shown = new Map(
      contents.flatMap(({ parts }) => partsResults(parts).map(({ id, text }) => [id, text] as const)),
    );
    const given = [...(this.#results.get(conversation) ?? [])].filter(([id, text]) => shown.get(id) === text);
    this.#results.set(conversation, new Map(given));
    yield { op: "compact", conversation, kept: given.map(([id]) => id) };
    for (const { role, parts } of contents) {
      const isModel = role === "model";
      const args = partsCalls(parts).map((call) => toJsonText(call.args));
      const text = [partsText(parts), ...args].join("");
      if (text === "") continue;
      yield { op: "message", role: isModel ? "assistant" : "user", conversation, text, continued: isModel };
    }
  }
}

/** Where a line stands among the branches of its session: what a person says may begin one, a note of the program too. */
const entryOf = (value: unknown): BranchEntry | undefined => {
  const event = toObject(value);
  const place = placeOfLine(event);
  if (!place) return undefined;
  const { type } = event;
  const silent = type === "system" && event["subtype"] !== "chat_compression";
  return { ...place, begins: type === "user" || type === "system", silent };
};

/**
 * Qwen Code (QwenLM/qwen-code: packages/core/src/services/chatRecordingService.ts, `ChatRecord`): one JSON a line with
 * the envelope of Claude Code's lines, and in it messages of `parts`; subagents as side chains. Sessions of its older
 * versions, which have the form of Gemini CLI's, are documents whose model is `qwen`.
 */
export const qwenCode: Format = {
  name: "qwen-code",
  title: "Qwen Code",
  sessions: [
    {
      folder: ".qwen/projects",
      moved: ["QWEN_RUNTIME_DIR/projects", "QWEN_HOME/projects"],
      files: ["*/chats/*.jsonl"],
      subagents: [
        {
          files: "*/subagents/*/agent-*.jsonl",
          session: ([project = "", , session = ""]) => [project, "chats", `${session}.jsonl`],
        },
      ],
    },
    {
      folder: ".qwen/tmp",
      moved: ["QWEN_RUNTIME_DIR/tmp", "QWEN_HOME/tmp"],
      files: ["*/chats/session-*.json"],
    },
  ],
  table: genaiTools,
  recognises: (value) => {
    const { type, sessionId, message, systemPayload } = toObject(value);
    const isLine =
      typeof sessionId === "string" &&
      (type === "tool_result" ||
        (type === "system" && isJsonObject(systemPayload)) ||
        Array.isArray(toObject(message)["parts"]));
    return isLine || isGeminiSession(value, "qwen");
  },
  entry: entryOf,
  identity: identityOfLine,
  reader: (setup) => new QwenReader(setup),
};
