import type { JsonObject } from "@lembas/arguments";
import { countCharacters, firstCharacters, lastCharacters } from "@lembas/format";
import { resultText, toName, toText } from "./json.js";

/** What OpenHands shows a model of one observation, in characters: of more, as many at the start and at the end. */
const SHOWN_CHARACTERS = 30_000;

/** What the model was given of an observation; a read is bounded by its tool. */
export const shownText = (content: string, observation: string): string => {
  if (observation === "read" || countCharacters(content) <= SHOWN_CHARACTERS) return content;
  const half = SHOWN_CHARACTERS / 2;
  return `${firstCharacters(content, half)}\n[... Observation truncated due to length ...]\n${lastCharacters(content, half)}`;
};

/** What a command printed, with what the model is told of it. */
export const withState = (observation: JsonObject, metadata: JsonObject): string => {
  const { prefix, suffix, working_dir: folder, py_interpreter_path: python, exit_code: exit } = metadata;
  const notes = [
    toName(folder) && `\n[Current working directory: ${toName(folder)}]`,
    toName(python) && `\n[Python interpreter: ${toName(python)}]`,
    typeof exit === "number" && exit !== -1 ? `\n[Command finished with exit code ${exit}]` : "",
  ];
  const printed = resultText(observation["content"]);
  return [toText(prefix) ?? "", printed, toText(suffix) ?? "", ...notes].join("");
};
