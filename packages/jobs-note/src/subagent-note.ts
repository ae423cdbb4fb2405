import { formatCount, formatDuration, formatPlural } from "@lembas/format";
import { toCount, toGiven, toNumber } from "./fields.js";
import type { Odd, SubagentRecord } from "./job-record.js";
import { nameSubagent, wholeOutput } from "./name-job.js";
import type { Texts } from "./texts.js";

/** What the header says of each reason. Specification 4.7. */
const endings: Readonly<Record<string, string>> = {
  stop: "finished",
  stopped: "was stopped",
  steps: "stopped at its step limit",
  budget: "stopped at its budget",
  error: "failed",
};

/** ` · ended: error — connection refused`; nothing where it stopped by itself or gave no reason. Specification 4.9. */
const footerReason = (reason: string, error: unknown, texts: Texts): string => {
  if (reason === "" || reason === "stop") return "";
  const cause = reason === "error" ? texts.oneLine(error) : "";
  return ` · ended: ${reason}${cause && ` — ${cause}`}`;
};

/** ` · 12,345 tokens`, where they are given. Specification 4.9. */
const footerTokens = (tokens: unknown): string => {
  const given = toGiven(tokens);
  return given === undefined ? "" : ` · ${formatPlural(Math.floor(given), "token")}`;
};

/** ` · $0.42`, where it is given: dollars and cents, rounded to the nearest cent. Specification 4.9. */
const footerCost = (cost: unknown): string => {
  const given = toGiven(cost);
  const cents = given === undefined ? Number.POSITIVE_INFINITY : Math.floor(given * 100 + 0.5);
  if (!Number.isFinite(cents)) return "";
  return ` · $${formatCount(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, "0")}`;
};

/** The note about a subagent that has ended, below its mark. Specification 4.7 to 4.10. */
export const subagentNote = (record: Odd<SubagentRecord>, texts: Texts): string => {
  const reason = texts.label(record.reason);
  const ending = Object.hasOwn(endings, reason) ? endings[reason] : "ended";
  const name = nameSubagent(record.id, record.agent, record.description, texts);
  const header = `${name} ${ending} after ${formatDuration(toNumber(record.seconds) ?? 0)}.`;
  const report = texts.block(record.report) || "(the subagent returned no report)";
  const agent = texts.label(record.agent);
  const steps = formatPlural(toCount(record.steps), "step");
  const tools = formatPlural(toCount(record.tools), "tool call");
  const spent = `${footerTokens(record.tokens)}${footerCost(record.cost)}`;
  const why = footerReason(reason, record.error, texts);
  const footer = `[${agent && `${agent} `}subagent · ${steps} · ${tools}${spent}${why}]`;
  const worktree = texts.oneLine(record.worktree);
  return `${header}${wholeOutput(record.log, texts)}\n${report}\n\n${footer}${worktree && `\n[worktree] ${worktree}`}`;
};
