import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { composeOutput, isOutput } from "../src/compose/compose-output.js";
import { composeRead } from "../src/compose/compose-read.js";
import type { Composed } from "../src/compose/composed.js";
import { objectsOf } from "../src/objects-of.js";
import { numbered, readResponse } from "../src/testing/transcript.js";
import type { Call, SentResult } from "../src/transcript/sent-request.js";

/** A result of a recorded session, `response` as the hook would have been given it; or a compaction. */
type Step =
  | { readonly kind: "compaction" }
  | { readonly kind: "calls" }
  | {
      readonly kind: "result";
      readonly call: Call;
      readonly content: unknown;
      readonly response: unknown;
      readonly isError: boolean;
    };

const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : objectsOf(content)
        .map(({ text }) => (typeof text === "string" ? text : ""))
        .join("\n");

/** The steps of a transcript of Claude Code; those of subagents are left out. */
const readTranscript = (rows: readonly JsonObject[]): readonly Step[] => {
  const calls = new Map<unknown, Call>();
  return rows.flatMap((row): readonly Step[] => {
    if (row["isSidechain"] === true) return [];
    if (row["subtype"] === "compact_boundary") return [{ kind: "compaction" }];
    const message = isJsonObject(row["message"]) ? row["message"] : {};
    const blocks = objectsOf(message["content"]);
    const called = blocks.filter(({ type }) => type === "tool_use");
    for (const { id, name, input } of called) calls.set(id, { id: String(id), tool: String(name), input });
    const results = blocks.flatMap(({ type, tool_use_id, content, is_error }): readonly Step[] => {
      const call = type === "tool_result" ? calls.get(tool_use_id) : undefined;
      const response = row["toolUseResult"];
      return call ? [{ kind: "result", call, content, response, isError: is_error === true }] : [];
    });
    return called.length > 0 ? [{ kind: "calls" }, ...results] : results;
  });
};

/** The steps of a session in the project's own lines, with the calls and answers that Claude Code would have had. */
const readOwn = (rows: readonly JsonObject[]): readonly Step[] =>
  rows.flatMap((row, index): readonly Step[] => {
    const { op, path, content, text, tool, args, after } = row;
    const file_path = `/project/${path}`;
    const result = (name: string, input: object, shown: string, response: unknown): readonly Step[] => {
      const call = { id: `toolu_${index}`, tool: name, input };
      return [{ kind: "calls" }, { kind: "result", call, content: shown, response, isError: false }];
    };
    if (op === "compact") return [{ kind: "compaction" }];
    if (op === "read") {
      const offset = Number(row["offset"] ?? 1);
      const all = String(content).split("\n");
      const limit = row["limit"] === undefined ? all.length : Number(row["limit"]);
      const lines = all.slice(offset - 1, offset - 1 + limit);
      const input = {
        file_path,
        ...(row["offset"] !== undefined && { offset }),
        ...(row["limit"] !== undefined && { limit }),
      };
      return result("Read", input, numbered(lines, offset), readResponse(file_path, lines, offset));
    }
    if (op === "write")
      return result("Write", { file_path, content: after }, "File created successfully.", {});
    if (op === "edit") return result("Edit", { file_path }, "The file has been updated successfully.", {});
    if (op !== "output") return [];
    const response = { stdout: text, stderr: "", interrupted: false, isImage: false };
    return result(
      tool === "bash" ? "Bash" : String(tool),
      isJsonObject(args) ? args : {},
      String(text),
      response,
    );
  });

/** A result as it stands after the hook's answer. */
const storedContent = (call: Call, output: unknown): unknown => {
  if (Array.isArray(output) || !isJsonObject(output)) return output;
  if (call.tool !== "Read") return output["stdout"];
  const file = isJsonObject(output["file"]) ? output["file"] : {};
  return numbered(String(file["content"]).split("\n"), Number(file["startLine"]));
};

const compose = (call: Call, response: unknown, results: readonly SentResult[]): Composed | undefined => {
  const before = results.at(-1)?.call;
  const own = results.filter((result) => isOutput(result.call) === isOutput(call));
  const request = { results: own, before, tokens: 0 };
  if (call.tool === "Read") return composeRead(call, response, request);
  return isOutput(call) ? composeOutput(call, response, request) : undefined;
};

/** Puts a session through the hook's rules: each call knows what stood above it since the last compaction. */
const measure = (steps: readonly Step[]): string => {
  let [results, changed, given, shown] = [0, 0, 0, 0];
  let sent: SentResult[] = [];
  // Results of calls made side by side are sent together.
  let waiting: SentResult[] = [];
  for (const step of steps) {
    if (step.kind === "compaction") sent = [];
    if (step.kind !== "result") {
      sent.push(...(step.kind === "calls" ? waiting : []));
      waiting = [];
      continue;
    }
    const { call, content, response, isError } = step;
    const composed = isError ? undefined : compose(call, response, sent);
    const length = textOf(content).length;
    results++;
    given += length;
    shown += composed === undefined ? length : length - composed.given + composed.shown;
    if (composed) changed++;
    waiting.push({ call, content: composed ? storedContent(call, composed.output) : content, isError });
  }
  const saved = ((100 * (given - shown)) / given).toFixed(1);
  return `${results} results, ${changed} changed; ${given} characters to ${shown}, ${saved}% saved`;
};

const SAMPLE = fileURLToPath(new URL("../../replay/samples/working-session.jsonl", import.meta.url));

/** `pnpm measure [FILE…]`: what the hook would have saved in sessions that Claude Code recorded, or in the sample. */
const files = process.argv.slice(2);
for (const path of files.length === 0 ? [SAMPLE] : files) {
  const lines = readFileSync(path, "utf8").split("\n");
  const rows = lines.flatMap((line): readonly JsonObject[] => (line === "" ? [] : [JSON.parse(line)]));
  const steps = rows.some(({ op }) => op !== undefined) ? readOwn(rows) : readTranscript(rows);
  console.log(`${path}: ${measure(steps)}`);
}
