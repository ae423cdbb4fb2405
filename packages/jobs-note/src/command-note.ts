import { formatDuration, isBlank } from "@lembas/format";
import { toNumber } from "./fields.js";
import type { CommandRecord, Odd } from "./job-record.js";
import { nameJob, wholeOutput } from "./name-job.js";
import type { Texts } from "./texts.js";

const isText = (value: unknown): boolean => typeof value === "string" && !isBlank(value);

/** Whether the command never ran: there is a reason for that, and neither an exit code nor a signal. Specification 4.5. */
const isNotStarted = ({ exit, signal, error }: Odd<CommandRecord>): boolean =>
  (exit ?? null) === null && !isText(signal) && !Number.isFinite(signal) && isText(error);

/** `could not be started (spawn make ENOENT)`. Specification 4.5. */
const startFailure = ({ error }: Odd<CommandRecord>, texts: Texts): string => {
  const cause = texts.oneLine(error);
  return `could not be started${cause && ` (${cause})`}`;
};

/** `exited with 2 after 5s`, `stopped (SIGTERM) after 5s`, `ended after 5s`. Specification 4.4. */
const commandEnd = ({ exit, signal, seconds }: Odd<CommandRecord>, texts: Texts): string => {
  const after = `after ${formatDuration(toNumber(seconds) ?? 0)}`;
  if (exit === null || exit === undefined) return `stopped (${texts.label(signal) || "SIGTERM"}) ${after}`;
  const code = toNumber(exit);
  // BigInt, so that a code is plain digits however large it is.
  return Number.isInteger(code) ? `exited with ${BigInt(code ?? 0)} ${after}` : `ended ${after}`;
};

/** The note about a background command, below its mark. Specification 4.3 to 4.6. */
export const commandNote = (record: Odd<CommandRecord>, texts: Texts): string => {
  const notStarted = isNotStarted(record);
  const end = notStarted ? startFailure(record, texts) : commandEnd(record, texts);
  const printed = texts.output(record.unread);
  const silence = printed === "" && !notStarted ? " It printed nothing you had not read." : "";
  const header = `${nameJob(record.id, texts.label(record.command), texts)} ${end}.${silence}`;
  const output = printed === "" ? "" : `\nOutput you had not read:\n${printed}`;
  return `${header}${wholeOutput(record.log, texts)}${output}`;
};
