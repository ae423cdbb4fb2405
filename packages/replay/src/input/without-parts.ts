import { basename, dirname, join } from "node:path";

/** A session of Gemini CLI as one document. */
const DOCUMENT = /^session-.*\.json$/;

/** An event of OpenHands in a file of its own. */
const EVENT = /^event-\d{5,}-[\da-f-]+\.json$/i;

/** The file in whose session an event's file is. */
const stateBeside = (event: string): string => join(dirname(dirname(event)), "base_state.json");

/**
 * These files without those that are read with another. Gemini CLI copies a session that is one document into lines, in
 * a file beside it, when it is resumed (google-gemini/gemini-cli: packages/core/src/services/chatRecordingService.ts);
 * OpenHands keeps each event of a conversation in a file (`openhands-events.ts`).
 *
 * @example
 * withoutParts(["session-a.json", "session-a.jsonl", "session-b.json"]); // ["session-a.jsonl", "session-b.json"]
 */
export const withoutParts = (paths: Iterable<string>): string[] => {
  const all = new Set(paths);
  return [...all].filter((path) => {
    const name = basename(path);
    if (DOCUMENT.test(name)) return !all.has(`${path}l`);
    return !(EVENT.test(name) && all.has(stateBeside(path)));
  });
};
