import { statSync } from "node:fs";
import { withStoredMessages } from "./input/opencode-storage.js";
import { valuesOfFile } from "./input/values-of-file.js";
import type { ReplayOptions } from "./replay-options.js";
import { type ReplayedValues, replayAmongOthers } from "./replay-values.js";
import type { RecordingReport } from "./report/totals.js";

/** Replays a file among others; `counted` are the values that those had. */
export const replayFileAmongOthers = async (
  path: string,
  options: ReplayOptions,
  onBytes: ((bytes: number) => void) | undefined,
  counted: ReadonlySet<string>,
): Promise<ReplayedValues> => {
  // A pipe can be read only once.
  const again = statSync(path).isFile() ? () => withStoredMessages(path, valuesOfFile(path)) : undefined;
  const values = withStoredMessages(path, valuesOfFile(path, onBytes));
  return replayAmongOthers(values, path, options, again, counted);
};

/**
 * Replays one recorded session from a file, line by line.
 *
 * @param path the recording
 * @param onBytes told how many bytes are read so far
 * @throws {UnknownFormatError} where the file is no recording that is known
 * @example
 * const { totals } = await replayFile("session.jsonl", { verify: true });
 */
export const replayFile = async (
  path: string,
  options: ReplayOptions = {},
  onBytes?: (bytes: number) => void,
): Promise<RecordingReport> => (await replayFileAmongOthers(path, options, onBytes, new Set())).report;
