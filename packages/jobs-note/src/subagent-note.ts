import { formatCount, formatPlural } from "@lembas/format";
import type { Odd, SubagentRecord } from "./job-record.js";
import { afterSeconds, nameSubagent, type Texts, toAmount, wholeOutput } from "./record-parts.js";

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

/** `6 steps`; of what is no amount 0. Specification 4.1. */
const count = (value: unknown, noun: string): string => formatPlural(Math.floor(toAmount(value) ?? 0), noun);

/** ` · 12,345 tokens`, where they are given. Specification 4.9. */
const footerTokens = (tokens: unknown): string =>
  toAmount(tokens) === undefined ? "" : ` · ${count(tokens, "token")}`;

/** ` · $0.42`, where it is given: dollars and cents, rounded to the nearest cent. Specification 4.9. */
const footerCost = (cost: unknown): string => {
  const given = toAmount(cost);
  const cents = given === undefined ? Number.POSITIVE_INFINITY : Math.floor(given * 100 + 0.5);
  if (!Number.isFinite(cents)) return "";
  return ` · $${formatCount(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, "0")}`;
};

/** `[explore subagent · 6 steps · 9 tool calls]`. Specification 4.9. */
const footer = (record: Odd<SubagentRecord>, reason: string, texts: Texts): string => {
  const agent = texts.label(record.agent);
  const work = `${count(record.steps, "step")} · ${count(record.tools, "tool call")}`;
  const spent = `${footerTokens(record.tokens)}${footerCost(record.cost)}`;
  return `[${agent && `${agent} `}subagent · ${work}${spent}${footerReason(reason, record.error, texts)}]`;
};

/** The note about a subagent that has ended, below its mark. Specification 4.7 to 4.10. */
export const subagentNote = (record: Odd<SubagentRecord>, texts: Texts): string => {
  const reason = texts.label(record.reason);
  const ending = Object.hasOwn(endings, reason) ? endings[reason] : "ended";
  const name = nameSubagent(record.id, record.agent, record.description, texts);
  const header = `${name} ${ending}${afterSeconds(record.seconds)}.${wholeOutput(record.log, texts)}`;
  const report = texts.block(record.report) || "(the subagent returned no report)";
  const worktree = texts.oneLine(record.worktree);
  return `${header}\n${report}\n\n${footer(record, reason, texts)}${worktree && `\n[worktree] ${worktree}`}`;
};
