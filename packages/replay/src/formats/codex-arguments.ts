import type { JsonObject } from "@lembas/arguments";
import { type CommandOutput, commandOutput } from "./command-output.js";
import { parseJson, toArguments, toInteger, toObject, toText } from "./json.js";
import type { WaitingCall } from "./tool-calls.js";

/** The arguments of a call, which Codex records under three names, as JSON text or as they are. */
export const argumentsOf = (item: JsonObject): JsonObject =>
  toArguments(item["arguments"] ?? item["input"] ?? item["action"]);

/** A patch that is given to a shell, or to its own tool. */
export const patchOf = ({ args }: WaitingCall): string | undefined => {
  const { command, cmd, input } = args;
  const text = [command, cmd, input]
    .flat()
    .filter((part) => typeof part === "string")
    .join("\n");
  const from = text.indexOf("*** Begin Patch");
  const to = text.indexOf("*** End Patch", from);
  return from >= 0 && to >= 0 ? text.slice(from, to) : undefined;
};

/** A header has a few rows; of millions the engine's stack would overflow. */
const HEADER =
  /^(?:(?:Chunk ID|Exit code|Wall time|Total output lines|Original token count): [^\n]*\n|Process exited with code [^\n]*\n){1,20}Output:\n/;

/** The output of a command out of what Codex wraps it in: a JSON object, or a header; `undefined` where it is in neither. */
export const unwrapOutput = (text: string): CommandOutput | undefined => {
  const header = HEADER.exec(text)?.[0];
  if (header !== undefined) {
    const exit = /^(?:Exit code: |Process exited with code )(-?\d+)$/m.exec(header)?.[1];
    // A total is there where the output is cut.
    if (exit === undefined || header.includes("Total output lines")) return undefined;
    return commandOutput(text.slice(header.length), Number(exit));
  }
  if (!text.startsWith('{"output":')) return undefined;
  const { output, metadata } = toObject(parseJson(text));
  const exit = toInteger(toObject(metadata)["exit_code"]);
  const printed = toText(output);
  return printed === undefined || exit === undefined ? undefined : commandOutput(printed, exit);
};
