import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { type Format, Reader } from "./format.js";
import { resultText, toInteger, toList, toName, toObject, toText } from "./json.js";
import { isTypedMessage, typedMessage } from "./opencode-messages.js";
import { saidInPart, withoutCutLines } from "./opencode-parts.js";
import { PrunedResults } from "./opencode-pruned.js";
import type { Recorded } from "./recorded.js";
import type { ToolTable } from "./tool-rules.js";

const table: ToolTable = {
  tools: {
    read: { op: "read", path: ["filePath", "path"], offset: ["offset"], limit: ["limit"], style: "numbered" },
    edit: {
      ...{ op: "edit", path: ["filePath", "path"], old: ["oldString"], new: ["newString"] },
      all: ["replaceAll"],
    },
    multiedit: {
      ...{ op: "edit", path: ["filePath", "path"], old: ["oldString"], new: ["newString"] },
      ...{ all: ["replaceAll"], list: ["edits"] },
    },
    write: { op: "write", path: ["filePath", "path"], text: ["content"] },
    apply_patch: { op: "patch", text: ["patchText"] },
    patch: { op: "patch", text: ["patchText"] },
    // Its output is trimmed, and has what the program adds: no read of it is certain.
    bash: { op: "output" },
    shell: { op: "output", as: "bash" },
    grep: { op: "output", as: "grep" },
    glob: { op: "output", as: "glob" },
    list: { op: "output", as: "list" },
  },
  failures: [],
};

/** The parts of an answer by model call: each begins where a step does. */
const stepsOf = (parts: readonly JsonObject[]): JsonObject[][] => {
  const steps: JsonObject[][] = [];
  for (const part of parts) {
    if (part["type"] === "step-start" || steps.length === 0) steps.push([]);
    steps.at(-1)?.push(part);
  }
  return steps.filter((step) => step.some(({ type }) => type === "text" || type === "tool"));
};

/** Where a message stands: among those of its session, from 0, and for problems. */
interface Place {
  readonly at: number;
  readonly where: string;
}

class OpenCodeReader extends Reader {
  #pruned = new PrunedResults([]);
  /** The calls of each message so far, in order, for what a summary keeps. */
  #calls: { readonly message: string; readonly call: string }[] = [];
  /** The messages so far, and the place of each. */
  #messages: string[] = [];
  #places = new Map<string, number>();
  /** The places of the messages that a summary keeps which is being written: the first, and behind the last. */
  #tail: readonly [number, number] = [0, 0];
  #sessions = 0;

  *read(value: unknown, where: string): Iterable<Recorded> {
    this.#sessions += 1;
    const conversation = `session ${this.#sessions}`;
    const messages = toList(toObject(value)["messages"]);
    const unknown = (type: string, place: string): void => this.unknown("message of", type, place);
    this.#pruned = new PrunedResults(messages);
    this.#calls = [];
    this.#messages = [];
    this.#places = new Map();
    this.#tail = [0, 0];
    for (const [at, value] of messages.entries()) {
      const message = toObject(value);
      const info = toObject(message["info"]);
      const parts = toList(message["parts"]).filter(isJsonObject);
      const place = `${where}, message ${at + 1}`;
      if (isTypedMessage(message)) {
        yield* typedMessage(message, conversation, this.setup.calls, unknown, place);
        continue;
      }
      const pruned = this.#pruned.before(at);
      if (pruned.length > 0) yield { op: "forget", conversation, calls: pruned };
      const id = toName(info["id"]);
      if (info["role"] === "user") yield* this.#said(id, parts, conversation);
      else if (info["role"] === "assistant")
        yield* this.#answer(info, parts, conversation, { at, where: place });
      else this.unknown("message of", info["role"], place);
      if (!this.#places.has(id)) this.#places.set(id, this.#messages.length);
      this.#messages.push(id);
    }
    this.setup.calls.end();
    yield { op: "end", conversation };
  }

  *#said(id: string, parts: readonly JsonObject[], conversation: string): Iterable<Recorded> {
    const marker = parts.find(({ type }) => type === "compaction");
    if (marker) {
      const behind = this.#messages.length;
      this.#tail = [this.#places.get(toName(marker["tail_start_id"])) ?? behind, behind];
    }
    const texts = parts.filter(({ type, ignored }) => type === "text" && ignored !== true);
    const text = texts.map((part) => resultText(part)).join("\n");
    if (text !== "") yield { op: "message", id, role: "user", conversation, text };
  }

  *#answer(
    info: JsonObject,
    parts: readonly JsonObject[],
    conversation: string,
    place: Place,
  ): Iterable<Recorded> {
    const id = toName(info["id"]);
    for (const step of stepsOf(parts)) {
      const text = step.map(saidInPart).join("");
      const time = toInteger(toObject(info["time"])["created"]);
      yield { op: "message", id, role: "assistant", conversation, text, time };
      for (const part of step)
        if (part["type"] === "tool") yield* this.#result(part, id, conversation, place);
    }
    if (info["summary"] !== true) return;
    const messages = this.#messages.slice(...this.#tail);
    const tail = new Set(messages);
    this.#tail = [0, 0];
    this.#calls = this.#calls.filter(({ message }) => tail.has(message));
    yield { op: "compact", conversation, kept: this.#calls.map(({ call }) => call), messages };
    const summary = parts.filter(({ type }) => type === "text").map((part) => resultText(part));
    yield { op: "message", id, role: "user", conversation, text: summary.join("\n") };
  }

  *#result(
    part: JsonObject,
    message: string,
    conversation: string,
    { at, where }: Place,
  ): Iterable<Recorded> {
    const state = toObject(part["state"]);
    const id = toName(part["callID"]);
    this.setup.calls.add(id, part["tool"], state["input"], where);
    const failed = state["status"] === "error";
    if (!failed && state["status"] !== "completed") return;
    this.#calls.push({ message, call: id });
    const compacted = toInteger(toObject(state["time"])["compacted"]);
    if (compacted !== undefined) this.#pruned.add(id, at, compacted);
    const result = toText(failed ? state["error"] : state["output"]) ?? "";
    for (const step of this.setup.calls.finish({ id, conversation, result, failed }, where))
      yield this.#withMore(step, toObject(state["metadata"]));
  }

  /** A step with what stands beside its result: of an edit the whole file, where it is there. */
  #withMore(step: Recorded, metadata: JsonObject): Recorded {
    const { before, after } = toObject(metadata["filediff"]);
    if (step.op !== "edit" || typeof before !== "string" || typeof after !== "string")
      return withoutCutLines(step);
    return { ...step, changes: [{ kind: "whole", before, after }] };
  }
}

/**
 * opencode: what `opencode export SESSION` prints (anomalyco/opencode: packages/opencode/src/cli/cmd/export.ts,
 * packages/opencode/src/session/message-v2.ts; empathic/toolpath: docs/agents/formats/opencode.md): one document with
 * the session's `info` and its `messages`, each with `info` and `parts`, or since version 2 with its `type`
 * (packages/schema/src/session-message.ts; `opencode-messages.ts`). A result with a time at which it was
 * compacted was there until then. The store that it had before, of files, has the same (`input/opencode-storage.ts`);
 * its database is not read.
 */
export const openCode: Format = {
  name: "opencode",
  title: "opencode",
  sessions: [
    {
      folder: ".local/share/opencode/storage/session",
      moved: ["XDG_DATA_HOME/opencode/storage/session"],
      files: ["*/ses_*.json"],
    },
    {
      folder: ".local/share/opencode",
      moved: ["XDG_DATA_HOME/opencode"],
      files: ["opencode.db", "opencode-*.db"],
      hint: "Sessions in a database of opencode are read from `opencode export SESSION > session.json`; `opencode session list` names them.",
    },
  ],
  table,
  recognises: (value) => {
    const { info, messages } = toObject(value);
    const [first] = toList(messages);
    const { info: head, parts } = toObject(first);
    return isJsonObject(info) && (isTypedMessage(first) || (isJsonObject(head) && Array.isArray(parts)));
  },
  reader: (setup) => new OpenCodeReader(setup),
};
