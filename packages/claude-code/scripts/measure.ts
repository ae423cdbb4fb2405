import { readFileSync } from "node:fs";
import { composeOutput, isOutput } from "../src/compose/compose-output.js";
import { composeRead } from "../src/compose/compose-read.js";
import { isObject, type JsonObject, objectsOf } from "../src/json-object.js";
import { numbered } from "../src/testing/transcript.js";
import type { Call, SentResult } from "../src/transcript/sent-request.js";

/** Characters of a session's tool results, as they were and as the hook would have had them. */
interface Measured {
  calls: number;
  changed: number;
  given: number;
  shown: number;
}

const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : objectsOf(content)
        .map(({ text }) => (typeof text === "string" ? text : ""))
        .join("\n");

/** A result as it stands after the hook's answer. */
const storedContent = (call: Call, output: unknown): unknown => {
  if (Array.isArray(output)) return output;
  if (!isObject(output)) return "";
  if (call.tool !== "Read") return output["stdout"];
  const file = isObject(output["file"]) ? output["file"] : {};
  return numbered(String(file["content"]).split("\n"), Number(file["startLine"]));
};

/** Puts a recorded session through the hook's rules: each call knows what stood above it since the last compaction. */
const measure = (path: string): Measured => {
  const rows = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): JsonObject => JSON.parse(line));
  const total: Measured = { calls: 0, changed: 0, given: 0, shown: 0 };
  const calls = new Map<unknown, Call>();
  let sent: SentResult[] = [];
  // Results of calls made side by side are sent together.
  let waiting: SentResult[] = [];
  let before: Call | undefined;
  for (const row of rows) {
    if (row["isSidechain"] === true) continue;
    if (row["subtype"] === "compact_boundary") {
      sent = [];
      waiting = [];
    }
    const message = isObject(row["message"]) ? row["message"] : {};
    const blocks = objectsOf(message["content"]);
    const called = blocks.filter(({ type }) => type === "tool_use");
    if (called.length > 0) {
      before = waiting.at(-1)?.call ?? before;
      sent.push(...waiting);
      waiting = [];
      for (const { id, name, input } of called) calls.set(id, { id: String(id), tool: String(name), input });
    }
    for (const { tool_use_id: id, content, is_error: failed } of blocks.filter(
      ({ type }) => type === "tool_result",
    )) {
      const call = calls.get(id);
      if (call === undefined) continue;
      const given = textOf(content).length;
      const request = { results: sent, before, tokens: 0 };
      const response = row["toolUseResult"];
      const composed =
        failed === true
          ? undefined
          : call.tool === "Read"
            ? composeRead(call, response, {
                ...request,
                results: sent.filter((other) => !isOutput(other.call)),
              })
            : isOutput(call)
              ? composeOutput(call, response, {
                  ...request,
                  results: sent.filter((other) => isOutput(other.call)),
                })
              : undefined;
      total.calls++;
      total.given += given;
      total.shown += composed === undefined ? given : given - composed.given + composed.shown;
      if (composed) total.changed++;
      const stored = composed === undefined ? content : storedContent(call, composed.output);
      waiting.push({ call, content: stored, isError: failed === true });
    }
  }
  return total;
};

/** `pnpm measure FILE…`: what the hook would have saved in sessions that Claude Code recorded. */
for (const path of process.argv.slice(2)) {
  const { calls, changed, given, shown } = measure(path);
  const saved = ((100 * (given - shown)) / given).toFixed(1);
  console.log(
    `${path}: ${calls} results, ${changed} changed, ${given} characters to ${shown}: ${saved}% saved`,
  );
}
