import { applyOpsLine } from "./apply-ops.js";
import { editLines } from "./edit.js";
import { fileStoreLine } from "./file-store.js";
import { hookLines } from "./hook.js";
import { knownLines } from "./known.js";
import type { Line } from "./line.js";
import { messagesLines } from "./messages.js";
import { outputLine } from "./output.js";
import { postgresLines, whyNoPostgres } from "./postgres.js";
import { readLine } from "./read.js";
import { replayLines } from "./replay.js";
import { stepHeapLine, stepTimeLine, stubHeapLine } from "./step.js";

/** Every cost that can be measured here. */
export const allLines: readonly Line[] = [
  readLine,
  stubHeapLine,
  stepTimeLine,
  stepHeapLine,
  ...editLines,
  outputLine,
  ...knownLines,
  applyOpsLine,
  fileStoreLine,
  ...hookLines,
  ...messagesLines,
  ...(whyNoPostgres === undefined ? postgresLines : []),
  ...replayLines,
];
