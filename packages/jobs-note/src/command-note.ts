import { isBlank } from "@lembas/format";
import type { CommandRecord, Odd } from "./job-record.js";
import { afterSeconds, nameJob, stripText, type Texts, toNumber, wholeOutput } from "./record-parts.js";

/** What the header says of each reason. Specification 4.4. */
const endings: Readonly<Record<string, string>> = {
  timeout: "stopped at its time limit",
  stopped: "was stopped",
  lost: "was lost with its session",
};

const isText = (value: unknown): boolean => typeof value === "string" && !isBlank(stripText(value));

/** Whether the command never ran: there is a reason for that, and neither an exit code nor a signal. Specification 4.5. */
const isNotStarted = ({ exit, signal, error }: Odd<CommandRecord>): boolean =>
  (exit ?? null) === null && !isText(signal) && !Number.isFinite(signal) && isText(error);

/** `could not be started (spawn make ENOENT)`. Specification 4.5. */
const startFailure = ({ error }: Odd<CommandRecord>, texts: Texts): string => {
  const cause = texts.oneLine(error);
  return `could not be started${cause && ` (${cause})`}`;
};

/** `exited with 2`; nothing where the exit is not a whole number. Specification 4.4. */
const exitedWith = (exit: unknown): string => {
  const code = toNumber(exit);
  // BigInt, so that a code is plain digits however large it is.
  return Number.isInteger(code) ? `exited with ${BigInt(code ?? 0)}` : "";
};

/** ` after 5s`; nothing where nobody measured it: the command was not watched, or ended for a reason. Specification 4.4. */
const after = ({ seconds, unread, reason }: Odd<CommandRecord>, texts: Texts): string => {
  const isWatched = typeof unread === "string" && !Object.hasOwn(endings, texts.label(reason));
  return toNumber(seconds) === undefined && !isWatched ? "" : afterSeconds(seconds);
};

/** `exited with 2 after 5s`, `stopped (SIGTERM) after 5s`, `ended after 5s`. Specification 4.4. */
const endByItself = (record: Odd<CommandRecord>, texts: Texts): string => {
  const { exit, signal } = record;
  const isStopped = (exit ?? null) === null;
  const end = isStopped ? `stopped (${texts.label(signal) || "SIGTERM"})` : exitedWith(exit) || "ended";
  return `${end}${after(record, texts)}`;
};

/** `stopped at its time limit (exited with 0) after 2m 00s`. Specification 4.4. */
const endForReason = (ending: string, record: Odd<CommandRecord>, texts: Texts): string => {
  const { exit, signal } = record;
  const how = (exit ?? null) === null ? texts.label(signal) : exitedWith(exit);
  return `${ending}${how && ` (${how})`}${after(record, texts)}`;
};

/** How the command ended and why, without a full stop. Specification 4.4, 4.5. */
const commandEnd = (record: Odd<CommandRecord>, texts: Texts): { end: string; hasRun: boolean } => {
  const reason = texts.label(record.reason);
  const ending = Object.hasOwn(endings, reason) ? endings[reason] : undefined;
  if (ending !== undefined) return { end: endForReason(ending, record, texts), hasRun: true };
  if (isNotStarted(record)) return { end: startFailure(record, texts), hasRun: false };
  return { end: `${endByItself(record, texts)}${reason && ` (${reason})`}`, hasRun: true };
};

/** What the header says of the output where none of it follows. Specification 4.6. */
const silence = (unread: unknown): string =>
  typeof unread === "string" ? " It printed nothing you had not read." : " Its output is not in this note.";

/** The note about a background command, below its mark. Specification 4.3 to 4.6. */
export const commandNote = (record: Odd<CommandRecord>, texts: Texts): string => {
  const { end, hasRun } = commandEnd(record, texts);
  const printed = texts.output(record.unread);
  const said = printed === "" && hasRun ? silence(record.unread) : "";
  const open = record.open === true && hasRun ? " Its output is still open: more may come." : "";
  const header = `${nameJob(record.id, texts.label(record.command), texts)} ${end}.${said}${open}`;
  const output = printed === "" ? "" : `\nOutput you had not read:\n${printed}`;
  return `${header}${wholeOutput(record.log, texts)}${output}`;
};
