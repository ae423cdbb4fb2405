import { markText } from "@lembas/context/known-lines";
import type { Call, SentRequest } from "../transcript/sent-request.js";
import type { Composed } from "./composed.js";
import { knownFileLines } from "./file-sources.js";
import { cutWindow, readWindow } from "./file-window.js";
import { newStretch, outside } from "./new-stretch.js";
import { readFileCall } from "./read-names.js";
import { isSameCall } from "./same-call.js";

/** What must be saved beside the note, around which the program puts some words of its own. */
const LEAST_SAVED = 300;

/**
 * A Read's answer without those lines at its start and its end that stand above: one stretch, and a note that says where
 * the others are. `undefined` where it stays as it is.
 */
export const composeRead = (
  call: Call,
  response: unknown,
  { results, before }: SentRequest,
): Composed | undefined => {
  const window = readWindow(response);
  const asked = readFileCall(call);
  if (window === undefined || asked === undefined) return undefined;
  // Who asks again at once wants to see all.
  if (isSameCall(before, call)) return undefined;

  const { lines, first } = window;
  const runs = knownFileLines(results, lines, asked.path).find(lines, { file: asked.path, alerts: false });
  const stretch = newStretch(lines.count, runs);
  const left = outside(runs, stretch, lines.count);
  if (left.length === 0) return undefined;

  const { from, to } = stretch;
  const shown = to - from === 1 ? `line ${first + from}` : `lines ${first + from}-${first + to - 1}`;
  const where = left.map((run) => markText(lines, run).slice(1, -1)).join("; ");
  const note = `This Read shows ${shown}. The others stand above and are not shown again: ${where}. Nothing is missing. The same Read made again at once shows every line.`;
  const given = lines.text.length - 1;
  const kept = lines.lineEnd(to - 1) - lines.lineStart(from);
  if (given - kept < note.length + LEAST_SAVED) return undefined;
  return { output: cutWindow(window, from, to), note, given, shown: kept + note.length };
};
