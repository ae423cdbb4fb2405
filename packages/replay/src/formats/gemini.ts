import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { timeOfValue } from "../input/time-of-value.js";
import { type Format, Reader } from "./format.js";
import {
  genaiTools,
  type PartResult,
  partsCalls,
  partsResults,
  partsText,
  withDisplay,
} from "./genai-parts.js";
import { toJsonText, toList, toName, toObject } from "./json.js";
import type { Recorded } from "./recorded.js";

/** Messages for the person alone. */
const silent = new Set(["info", "error", "warning"]);

/** A message of a request: a role and parts. */
const isContent = (value: unknown): value is JsonObject =>
  isJsonObject(value) &&
  (value["role"] === "user" || value["role"] === "model") &&
  Array.isArray(value["parts"]);

/** The messages of a checkpoint, which is what was sent: a list, or a document with one. */
const contentsOf = (value: unknown): readonly JsonObject[] | undefined => {
  const { clientHistory, history, contents } = toObject(value);
  const list = [value, clientHistory, history, contents].find(
    (each) => Array.isArray(each) && isContent(each[0]),
  );
  return Array.isArray(list) ? list.filter(isContent) : undefined;
};

/** The result of a call among those that are recorded with it: of calls side by side each may have all. */
const ownResult = (call: JsonObject): PartResult | undefined => {
  const results = partsResults(call["result"]);
  return results.find(({ id }) => id === call["id"]) ?? results[0];
};

/** Reads sessions of Gemini CLI, and of a program with its form that has another name for the model's messages. */
export class GeminiReader extends Reader {
  /** The messages that the conversation holds, in order, each with its calls. */
  #held = new Map<string, Set<string>>();
  /** The result of each call that was given, as it was recorded. */
  readonly #results = new Map<string, string>();
  #unnamed = { calls: 0, results: 0 };
  #documents = 0;

  *read(value: unknown, where: string): Iterable<Recorded> {
    const contents = contentsOf(value);
    const line = toObject(value);
    const { $rewindTo: rewind, $set: update, messages, type } = line;
    if (contents) yield* this.#document(contents, (content) => this.#content(content, where));
    else if (typeof rewind === "string") yield* this.#rewind(rewind);
    else if (isJsonObject(update)) {
      if (Array.isArray(update["messages"]))
        yield* this.#replace(update["messages"].filter(isJsonObject), where);
    } else if (Array.isArray(messages))
      yield* this.#document(messages, (message) => this.#message(toObject(message), where));
    else if (typeof type === "string") yield* this.#message(line, where);
    else if (typeof line["sessionId"] !== "string") this.setup.problems.add("line that is no message", where);
  }

  /** A document is a conversation of its own. */
  *#document<Each>(list: readonly Each[], read: (each: Each) => Iterable<Recorded>): Iterable<Recorded> {
    this.#held.clear();
    this.#results.clear();
    this.#unnamed = { calls: 0, results: 0 };
    this.#documents += 1;
    const conversation = `conversation ${this.#documents}`;
    for (const each of list) for (const recorded of read(each)) yield { ...recorded, conversation };
    this.setup.calls.end();
    yield { op: "end", conversation };
  }

  /** A message; one that stands again has more calls, or their results. */
  *#message(message: JsonObject, where: string): Iterable<Recorded> {
    const type = toName(message["type"]);
    if (type === "gemini" || type === "qwen") yield* this.#answer(message, where);
    else if (type === "user") yield* this.#said(message);
    else if (!silent.has(type)) this.unknown("message of", message["type"], where);
  }

  *#said(message: JsonObject): Iterable<Recorded> {
    const id = toName(message["id"]);
    const text = partsText(message["content"]);
    if (this.#held.has(id) || text === "") return;
    this.#held.set(id, new Set());
    yield { op: "message", id, role: "user", text };
  }

  *#answer(message: JsonObject, where: string): Iterable<Recorded> {
    const id = toName(message["id"]);
    const known = this.#held.get(id);
    const held = known ?? new Set<string>();
    this.#held.set(id, held);
    const calls = toList(message["toolCalls"]).filter(isJsonObject);
    const added = calls.filter((call) => !held.has(toName(call["id"])));
    for (const call of added) {
      held.add(toName(call["id"]));
      this.setup.calls.add(call["id"], call["name"], call["args"], where);
    }
    const texts = [
      known ? "" : partsText(message["content"]),
      ...added.map((call) => toJsonText(call["args"])),
    ];
    if (!known || added.length > 0)
      yield {
        ...{ op: "message", id, role: "assistant", text: texts.join(""), continued: known !== undefined },
        time: timeOfValue(message),
      };
    for (const call of calls) yield* this.#result(call, where);
  }

  *#result(call: JsonObject, where: string): Iterable<Recorded> {
    const id = toName(call["id"]);
    const result = call["result"];
    if (result === undefined || result === null || this.#results.has(id)) return;
    const own = ownResult(call);
    const text = own?.text ?? partsText(result);
    this.#results.set(id, text);
    const failed = own?.failed === true || call["status"] === "error" || call["status"] === "cancelled";
    for (const step of this.setup.calls.finish({ id, name: call["name"], result: text, failed }, where))
      yield withDisplay(step, call["resultDisplay"]);
  }

  /** All from this message on is taken back; all where it is not there. */
  *#rewind(to: string): Iterable<Recorded> {
    const ids = [...this.#held.keys()];
    const messages = ids.slice(Math.max(0, ids.indexOf(to)));
    const calls = messages.flatMap((id) => [...(this.#held.get(id) ?? [])]);
    for (const id of messages) this.#held.delete(id);
    for (const call of calls) this.#results.delete(call);
    yield { op: "forget", calls, messages };
  }

  /** These messages take the place of all: a summary, or results that were shortened. */
  *#replace(messages: readonly JsonObject[], where: string): Iterable<Recorded> {
    const ids = new Set(messages.map((message) => toName(message["id"])));
    const shown = new Map(
      messages.flatMap((message) =>
        toList(message["toolCalls"])
          .filter(isJsonObject)
          .map((call) => [toName(call["id"]), ownResult(call)?.text] as const),
      ),
    );
    const stays = (call: string): boolean => shown.get(call) === this.#results.get(call);
    const calls = [...this.#results.keys()];
    const isSummary = [...this.#held.keys()].some((id) => !ids.has(id));
    if (!isSummary) {
      const shortened = calls.filter((call) => !stays(call));
      if (shortened.length > 0) yield { op: "forget", calls: shortened };
    } else {
      this.#held = new Map([...this.#held].filter(([id]) => ids.has(id)));
      yield { op: "compact", kept: calls.filter(stays), messages: [...this.#held.keys()] };
    }
    for (const message of messages) yield* this.#message(message, where);
  }

  *#content(content: JsonObject, where: string): Iterable<Recorded> {
    const { role, parts } = content;
    const calls = partsCalls(parts).map((call) => ({ ...call, id: call.id ?? this.#next("calls") }));
    for (const { id, name, args } of calls) this.setup.calls.add(id, name, args, where);
    const text = [partsText(parts), ...calls.map(({ args }) => toJsonText(args))].join("");
    if (role === "model") yield { op: "message", role: "assistant", text };
    else if (text !== "") yield { op: "message", role: "user", text };
    for (const { id, name, text: result, failed } of partsResults(parts))
      yield* this.setup.calls.finish({ id: id ?? this.#next("results"), name, result, failed }, where);
  }

  /** Older models name no calls: their results come in the same order. */
  #next(kind: "calls" | "results"): string {
    this.#unnamed[kind] += 1;
    return `call ${this.#unnamed[kind]}`;
  }
}

const isSession = (value: unknown): value is JsonObject =>
  isJsonObject(value) && typeof value["sessionId"] === "string" && typeof value["projectHash"] === "string";

/** Whether a value is of the form of Gemini CLI's sessions, with this name for the model's messages. */
export const isGeminiSession = (value: unknown, model: string): boolean => {
  if (isSession(value)) {
    const types = toList(value["messages"]).map((message) => toObject(message)["type"]);
    return types.length === 0 ? model === "gemini" : types.includes(model);
  }
  const { id, type, content } = toObject(value);
  return typeof id === "string" && type === model && content !== undefined;
};

/**
 * Gemini CLI (google-gemini/gemini-cli: packages/core/src/services/chatRecordingTypes.ts and chatRecordingService.ts;
 * empathic/toolpath: docs/agents/formats/gemini.md): a session as one document with its `messages`, or, newer, as
 * lines: a message each, which stands again when its calls or their results are there, `$set` with all messages after
 * a summary, and `$rewindTo`. A result that was shortened later (`$set`) is taken out. Checkpoints hold what was sent
 * (docs/cli/checkpointing.md, `/chat save`): a list of `role` and `parts`, or a document with its `history`.
 */
export const gemini: Format = {
  name: "gemini",
  title: "Gemini CLI",
  sessions: [
    {
      folder: ".gemini/tmp",
      moved: ["GEMINI_CLI_HOME/.gemini/tmp"],
      files: ["*/chats/session-*.json", "*/chats/session-*.jsonl"],
      subagents: [
        {
          files: "*/chats/*/*.jsonl",
          // A session's file is named for the start of its id.
          session: ([project = "", chats = "", id = ""]) => [
            project,
            chats,
            `session-*-${id.slice(0, 8)}.jsonl`,
          ],
        },
      ],
    },
  ],
  table: genaiTools,
  hasLists: true,
  recognises: (value) => {
    const contents = contentsOf(value);
    if (contents)
      return contents.some(
        (content) => content["role"] === "model" || partsResults(content["parts"]).length > 0,
      );
    return isGeminiSession(value, "gemini");
  },
  reader: (setup) => new GeminiReader(setup),
};
