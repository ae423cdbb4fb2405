import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { contentLines } from "../content-lines.js";
import { type Format, Reader } from "./format.js";
import { toInteger, toJsonText, toList, toName, toObject, toText } from "./json.js";
import type { Recorded } from "./recorded.js";

const operations = [
  "read",
  "edit",
  "write",
  "output",
  "recall",
  "compact",
  "forget",
  "memory",
  "job",
  "message",
];

/** The texts in a list. */
const texts = (list: unknown): string[] => toList(list).filter((each) => typeof each === "string");

/** The lines of a content that a plain read of them gives. */
const plainLines = (content: string, offset: number | undefined, limit: number | undefined): string => {
  const most = limit === undefined || limit < 1 ? Number.POSITIVE_INFINITY : limit;
  return contentLines(content, Math.max(1, offset ?? 1), most).join("\n");
};

interface OwnCall {
  readonly id: string | undefined;
  readonly callId: string | undefined;
  readonly tool: string;
  readonly args: unknown;
  readonly result: string;
}

class OwnReader extends Reader {
  readonly #ids = new Set<string>();

  *read(value: unknown, where: string): Iterable<Recorded> {
    const line = toObject(value);
    const id = toText(line["id"])?.toLowerCase();
    if (id !== undefined && (!/^#[0-9a-f]{4,}$/.test(id) || this.#ids.has(id))) {
      this.setup.problems.add(
        this.#ids.has(id) ? "step whose id was given before" : "step with a malformed id",
        where,
      );
      return;
    }
    const step = this.#step(line, id);
    if (typeof step === "string") this.setup.problems.add(step, where);
    else {
      if (id !== undefined) this.#ids.add(id);
      yield step;
    }
  }

  #step(line: JsonObject, id: string | undefined): Recorded | string {
    const op = toText(line["op"]) ?? "";
    if (!operations.includes(op)) return `unknown step ${toJsonText(line["op"])}`;
    if (op === "message") return this.#message(line);
    if (op === "compact") return { op, ...(line["kept"] !== undefined && { kept: texts(line["kept"]) }) };
    if (op === "forget") return { op, calls: texts(line["ids"]) };
    const result = toText(line["result"]);
    const call = {
      id,
      callId: id,
      tool: toText(line["tool"]) ?? op,
      args: line["args"],
      result: result ?? "",
    };
    if (op === "output") {
      const text = toText(line["text"]) ?? "";
      return { op, ...call, result: result ?? text, text };
    }
    if (op === "memory") return this.#memory(line, call);
    if (op === "job") return this.#job(line, call);
    const [offset, limit] = [toInteger(line["offset"]), toInteger(line["limit"])];
    if (op === "recall") return { op, ...call, target: toName(line["target"]), offset, limit };
    const path = toText(line["path"]);
    if (path === undefined) return `${op} without a path`;
    if (op === "read") {
      const content = toText(line["content"]);
      if (content === undefined) return "read without content";
      return {
        op,
        ...call,
        path,
        content,
        offset,
        limit,
        result: result ?? plainLines(content, offset, limit),
      };
    }
    const before = line["before"] ?? null;
    const after = line["after"];
    const hasTexts = [before, after].every((text) => text === null || typeof text === "string");
    if (!hasTexts) return `${op} without its texts`;
    return {
      op: "edit",
      ...call,
      path,
      changes: [],
      isInCall: op === "write" && line["in_call"] === true,
      ...(op === "edit" && { callTexts: texts(line["in_call"]) }),
      content: { before: toText(before) ?? null, after: toText(after) ?? null },
    };
  }

  #message(line: JsonObject): Recorded {
    return {
      op: "message",
      role: line["role"] === "assistant" ? "assistant" : "user",
      text: toText(line["text"]) ?? "",
    };
  }

  #job(line: JsonObject, call: OwnCall): Recorded | string {
    const record = toObject(line["record"]);
    const known = ["command", "subagent", "message", "to_subagent"].includes(toName(record["kind"]));
    return known ? { op: "job", ...call, record } : "job of an unknown kind";
  }

  #memory(line: JsonObject, call: OwnCall): Recorded | string {
    const entries = toList(line["entries"]).filter((entry) => typeof entry === "string");
    const limit = toInteger(line["limit"]);
    if (limit === undefined || limit < 1) return "memory without a limit";
    return {
      op: "memory",
      ...call,
      target: toText(line["target"]) ?? "memory",
      entries,
      limit,
      ops: toList(line["ops"]),
    };
  }
}

/** Our own step lines: the steps of the fixtures, one JSON a line, with the recorded `result` where there is one. */
export const own: Format = {
  name: "lembas",
  title: "own step lines",
  table: { tools: {}, failures: [] },
  recognises: (value) => isJsonObject(value) && operations.includes(toName(value["op"])),
  reader: (setup) => new OwnReader(setup),
};
