import { concludeReplay, conclusionLines } from "./conclusion.js";
import { falseLines, problemLines, recordingsLine } from "./disclosed.js";
import type { Report } from "./report.js";
import { callNotes, policyCells, WAY_NOTE, wayHeads, wayRows } from "./report-tables.js";
import type { ReportParts } from "./report-text.js";
import { withoutSecrets } from "./secrets.js";
import { visible } from "./visible.js";

/** A text of a recording in Markdown, where nothing of it is markup, a link or a mention. */
const plain = (text: string): string =>
  visible(withoutSecrets(text, new Map()))
    .replace(/[\\`*_{}[\]()<>#+!|~&:@.-]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\s+/g, " ");

const markdownTable = ([head = [], ...rows]: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = `| --- |${" ---: |".repeat(Math.max(0, head.length - 1))}`;
  return [line(head), rule, ...rows.map(line)].join("\n");
};

/**
 * The report for a pull request or an issue: the conclusion, the two tables, and what was found false. Of the sessions
 * it holds numbers and names of tools alone.
 */
export const reportMarkdown = (report: Report, { unit, prices }: ReportParts): string => {
  const { totals, problems, interrupted } = report;
  const conclusion = concludeReplay(totals, unit);
  const policies = policyCells(totals, { unit, edits: "oneLine", prices });
  const [first = "", ...others] = conclusion ? conclusionLines(conclusion) : [];
  const wrong = falseLines(totals, {}).map((line) => `- ${plain(line)}`);
  const unused = problemLines(problems, {}).map((line) => `- ${plain(line)}`);
  const folded = (summary: string, body: readonly string[]): string[] =>
    body.length === 0 ? [] : [`<details><summary>${summary}</summary>\n\n${body.join("\n")}\n\n</details>`];
  return [
    ...(interrupted === undefined ? [] : [`**${plain(interrupted)}**`]),
    `**${first}**\n${others.map((line) => `\n${line}`).join("\n")}`,
    `${markdownTable([wayHeads(unit), ...wayRows(totals, unit)])}\n\n${WAY_NOTE.replace(/@lembas\/[a-z]+/g, "`$&`")}`,
    ...(wrong.length > 0 ? [wrong.join("\n")] : []),
    ...folded("Against other policies", [
      markdownTable([[unit, ...policies.heads], ...policies.rows]),
      "",
      callNotes(totals, unit, prices).join("<br>\n"),
    ]),
    ...folded("Not used as such", unused),
    `${plain(recordingsLine(report))}, by \`lembas-replay\`.`,
  ].join("\n\n");
};
