import { isJsonObject } from "@lembas/arguments";
import { readText } from "@lembas/files";
import { readBundledHook } from "../read-bundled-hook.js";
import type { Report } from "./install.js";
import type { Places } from "./places.js";
import { commandOf, otherCommands, parseSettings } from "./settings-text.js";

/** How many sessions are told of. */
const SESSIONS = 10;

/** What a session's answers were, and what was shown of them. */
interface Saved {
  readonly last: string;
  readonly answers: number;
  readonly given: number;
  readonly shown: number;
}

const readLog = (text: string): ReadonlyMap<string, Saved> => {
  const sessions = new Map<string, Saved>();
  for (const line of text.split("\n")) {
    let entry: unknown;
    try {
      entry = JSON.parse(line);
    } catch {
      continue;
    }
    if (!isJsonObject(entry)) continue;
    const { at, session, given, shown } = entry;
    if (typeof at !== "string" || typeof session !== "string") continue;
    if (typeof given !== "number" || typeof shown !== "number") continue;
    const before = sessions.get(session) ?? { answers: 0, given: 0, shown: 0 };
    // Written again, so that the last ones stand last.
    sessions.delete(session);
    sessions.set(session, {
      last: at,
      answers: before.answers + 1,
      given: before.given + given,
      shown: before.shown + shown,
    });
  }
  return sessions;
};

const count = (number: number): string => number.toLocaleString("en-US");

const tellLog = (text: string | undefined): Report => {
  const sessions = [...readLog(text ?? "")].slice(-SESSIONS);
  if (sessions.length === 0) return ["  The log has no entry yet."];
  return sessions.map(
    ([session, { last, answers, given, shown }]) =>
      `  ${last.slice(0, 16).replace("T", " ")}  ${session}: ${count(answers)} answers changed, ${count(given)} characters to ${count(shown)}`,
  );
};

/** What is installed in these places, and, where it is logged, what the last sessions saved. */
export const tellStatus = async (places: Places): Promise<Report> => {
  const { scope, settings: path, hook, log } = places;
  const settings = parseSettings(await readText(path), path);
  const command = commandOf(settings, hook);
  const own = await readText(hook);
  const where = scope === "user" ? "For you" : "For this project";
  if (command === undefined)
    return [`${where}: not installed in ${path}.`, ...(own === undefined ? [] : [`  ${hook} is left over.`])];
  const bundled = await readBundledHook();
  const isOff = settings["disableAllHooks"] === true;
  return [
    `${where}: installed in ${path}.`,
    ...(own === undefined ? [`  ${hook} is missing: install again.`] : []),
    ...(own !== undefined && own !== bundled ? [`  ${hook} is of another version than this package.`] : []),
    ...(isOff ? ['  "disableAllHooks" is set: no hook runs.'] : []),
    ...otherCommands(settings, hook).map((other) => `  Runs for the same tools: ${other}`),
    ...(command.includes(" --log ")
      ? tellLog(await readText(log))
      : ["  What it saves is not logged (install --log)."]),
  ];
};
