/** A session of Gemini CLI as one document. */
const DOCUMENT = /(?:^|[/\\])session-[^/\\]*\.json$/;

/**
 * These files without those that another goes on from: Gemini CLI copies a session that is one document into lines, in
 * a file beside it, when it is resumed (google-gemini/gemini-cli: packages/core/src/services/chatRecordingService.ts).
 *
 * @example
 * withoutContinued(["session-a.json", "session-a.jsonl", "session-b.json"]); // ["session-a.jsonl", "session-b.json"]
 */
export const withoutContinued = (paths: Iterable<string>): string[] => {
  const all = new Set(paths);
  return [...all].filter((path) => !(DOCUMENT.test(path) && all.has(`${path}l`)));
};
