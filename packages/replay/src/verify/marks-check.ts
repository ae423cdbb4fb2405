import { type Shown, samePath, shownToAnother } from "./shown.js";
import type { Mark, WantedLine } from "./shown-lines.js";

const LABEL = 30;

/** A line as a mark quotes it; a carriage return ends it here. */
const quoted = (line: WantedLine): string => {
  const part = line.text.split("\r").find((text) => text.trim() !== "") ?? "";
  const characters = [...part.trim()];
  return characters.length > LABEL ? `${characters.slice(0, LABEL).join("")}…` : characters.join("");
};

/** The words of a mark behind what it names: the first and last line of the run that is not blank. */
const wordsOf = (run: readonly WantedLine[]): string => {
  const spoken = run.filter(({ text }) => text.trim() !== "");
  const [first] = spoken;
  const last = spoken.at(-1);
  if (first === undefined || last === undefined) return "";
  return `, from "${quoted(first)}"${first === last ? "" : ` to "${quoted(last)}"`}`;
};

/** What may say that something went wrong: such a line of an output is always shown. */
const alert = /error|fail|exception|panic|fatal|traceback|not ok|[\u2717\u2718\u2716\u00d7]/i;

const rowOf = ({ id, first, last, argument, isSameFile, run }: Mark, isNumbered: boolean): string => {
  const here = isNumbered ? `lines ${run[0]?.number}-${run.at(-1)?.number}` : `${run.length} lines`;
  if (isSameFile) return `[${here} as in ${id}]`;
  const there = argument === undefined ? id : `"${argument}" in the call of ${id}`;
  return `[${here} same as lines ${first}-${last} of ${there}${wordsOf(run)}]`;
};

/**
 * What is false of a mark; `undefined` where nothing is. The lines that it stands for must stand in the result that it
 * names, which the conversation must hold, one by one and under the numbers that it gives.
 */
export const markProblem = (
  mark: Mark,
  result: Shown,
  conversation: ReadonlyMap<string, Shown>,
): string | undefined => {
  const { id, first, last, run, isSameFile } = mark;
  const named = conversation.get(id);
  if (!named) return `${id} is not in the conversation`;
  if (named.audience !== result.audience) return shownToAnother(id);
  if (isSameFile && (named.path === undefined || !samePath(named.path, result.path ?? "")))
    return `${id} is not of ${result.path}`;
  if (run.length === 0 || last - first + 1 !== run.length)
    return `"${mark.row}" does not name as many lines as it stands for`;
  if (mark.row !== rowOf(mark, result.isNumbered)) return `"${mark.row}" is not what its lines are`;
  const hidden =
    result.isNumbered || !result.hasAlerts ? undefined : run.find(({ text }) => alert.test(text));
  if (hidden) return `it stands for a line that must be shown: ${hidden.text}`;
  const lines = mark.argument === undefined ? named.lines : named.argumentLines(mark.argument);
  const missing = run.findIndex(({ text }, at) => lines.get(first + at) !== text);
  if (missing >= 0) return `line ${first + missing} of ${id} is not what it says`;
  if (isSameFile && named.step.op === "edit" && !named.step.isInCall)
    return `${id} is an edit: its mark has the words of its lines`;
  return named.holds(run) ? undefined : `the call of ${id} does not have the lines ${first}-${last}`;
};
