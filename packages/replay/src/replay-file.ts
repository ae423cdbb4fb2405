import { statSync } from "node:fs";
import { withStoredMessages } from "./input/opencode-storage.js";
import { withStoredEvents } from "./input/openhands-events.js";
import { packedFile } from "./input/packed-file.js";
import { valuesOfFile } from "./input/values-of-file.js";
import type { ReplayOptions } from "./replay-options.js";
import {
  type RecordingValue,
  type ReplayedValues,
  replayAmongOthers,
  UnknownFormatError,
} from "./replay-values.js";
import type { RecordingReport } from "./report/totals.js";

/** The values of a file, with what an agent keeps of the session in files beside it. */
const valuesOf = (path: string, onBytes?: (bytes: number) => void): AsyncIterable<RecordingValue> =>
  withStoredEvents(path, withStoredMessages(path, valuesOfFile(path, onBytes)));

/** Replays a file among others; `counted` are the values that those had. */
export const replayFileAmongOthers = async (
  path: string,
  options: ReplayOptions,
  onBytes: ((bytes: number) => void) | undefined,
  counted: ReadonlySet<string>,
): Promise<ReplayedValues> => {
  // A pipe can be read only once.
  const isFile = statSync(path).isFile();
  const packed = isFile ? packedFile(path) : undefined;
  if (packed !== undefined) throw new UnknownFormatError(path, packed);
  const again = isFile ? () => valuesOf(path) : undefined;
  return replayAmongOthers(valuesOf(path, onBytes), path, options, again, counted);
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
