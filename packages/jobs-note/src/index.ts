export { type CommandEnd, fromExitCode, fromNodeExit } from "./exit-codes.js";
export { type JobNoteOptions, jobNote } from "./job-note.js";
export type {
  CommandRecord,
  JobKind,
  JobRecord,
  MessageRecord,
  SubagentRecord,
  ToSubagentRecord,
} from "./job-record.js";
export type { Marks } from "./marks.js";
export type { Redact } from "./record-parts.js";
