import { basename } from "node:path";
import { stateOfEvent } from "./openhands-events.js";

/** A session of Gemini CLI as one document. */
const DOCUMENT = /^session-.*\.json$/;

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
    if (DOCUMENT.test(basename(path))) return !all.has(`${path}l`);
    const state = stateOfEvent(path);
    return state === undefined || !all.has(state);
  });
};
