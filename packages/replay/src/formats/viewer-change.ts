import type { JsonObject } from "@lembas/arguments";
import { toInteger, toText } from "./json.js";
import type { Change } from "./recorded.js";

/** A command of the file viewer: its name and arguments, and the text that the model wrote. */
export interface ViewerAction {
  readonly name: string;
  readonly args: JsonObject;
  readonly text: string;
}

/** What the `edit` and `insert` commands change, from their arguments or from the command's text. */
export const viewerChange = ({ name, args, text }: ViewerAction): Change => {
  const search = toText(args["search"]);
  if (search !== undefined)
    return {
      kind: "replace",
      old: search,
      new: toText(args["replace"]) ?? "",
      all: args["replace-all"] === true,
    };
  const numbered = /^edit (\d+):(\d+)\n([\s\S]*?)\n?end_of_edit\s*$/.exec(text);
  if (numbered)
    return { kind: "lines", from: Number(numbered[1]), to: Number(numbered[2]), text: numbered[3] ?? "" };
  const line = toInteger(args["line"]);
  const inserted = toText(args["text"]);
  if (name === "insert" && line !== undefined && inserted !== undefined)
    return { kind: "insert", after: line, text: inserted };
  // A file that is created in the viewer has one empty line.
  return name === "create" ? { kind: "whole", before: null, after: "\n" } : { kind: "unknown" };
};
