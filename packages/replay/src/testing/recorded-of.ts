import { formats } from "../formats/all-formats.js";
import type { Recorded } from "../formats/recorded.js";
import { ToolCalls } from "../formats/tool-calls.js";
import { extendTable, type ToolMap } from "../formats/tool-rules.js";
import { type Problem, Problems } from "../report/problems.js";

/** What the reader of a format finds in these values, and what it counts as problems. */
export const recordedOf = (
  name: string,
  values: readonly unknown[],
  map: ToolMap = {},
): { recorded: Recorded[]; problems: Problem[] } => {
  const format = formats.find((each) => each.name === name);
  if (!format) throw new Error(`no format ${name}`);
  const problems = new Problems();
  const table = extendTable(format.table, map[name]);
  const calls = new ToolCalls(table, problems);
  const reader = format.reader({ table, calls, problems });
  const recorded = values.flatMap((value, at) => [...reader.read(value, `file:${at + 1}`)]);
  recorded.push(...reader.end());
  calls.end();
  return { recorded, problems: problems.list() };
};

/** Only what puts results into the conversation. */
export const resultsOf = (name: string, values: readonly unknown[], map?: ToolMap): Recorded[] =>
  recordedOf(name, values, map).recorded.filter(({ op }) => op !== "message" && op !== "end");
