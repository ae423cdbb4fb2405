import { CutJson, type Difference } from "../runs/differences.js";
import type { Verdict } from "../runs/judge.js";
import type { CaseResult } from "../runs/run-suite.js";
import { compareTexts } from "./compare-texts.js";
import { summaryLine } from "./summary-line.js";
import { visible } from "./visible.js";

/** Differences shown of one answer; the rest is counted. */
const MAX_DIFFERENCES = 5;
/** Characters shown of a value that is no text, and of a case's input. */
const MAX_JSON = 4_000;

const json = (value: unknown): string => {
  const text = value === undefined ? "nothing" : visible(JSON.stringify(value));
  return text.length > MAX_JSON ? `${text.slice(0, MAX_JSON)}…` : text;
};

const indent = (lines: readonly string[], by: string): string[] => lines.map((line) => by + line);

const showDifference = ({ path, expected, actual }: Difference): string[] => {
  const body =
    actual instanceof CutJson
      ? [`expected ${json(expected)}`, `actual   ${visible(actual.text)}…`]
      : typeof expected === "string" && typeof actual === "string"
        ? compareTexts(expected, actual)
        : [`expected ${json(expected)}`, `actual   ${json(actual)}`];
  return [path === "" ? "the answer differs" : `${visible(path)} differs`, ...indent(body, "  ")];
};

export const showResult = (result: CaseResult): string[] => {
  const { case: item, status, message, differences: found = [] } = result;
  const rest = found.length - MAX_DIFFERENCES;
  return [
    `${status.toUpperCase()} ${item.id}  (${item.file})`,
    ...indent(
      [
        ...(item.why === undefined ? [] : [`why: ${item.why}`]),
        `input: ${json(item.input)}`,
        ...(message === undefined ? [] : [visible(message)]),
        ...found.slice(0, MAX_DIFFERENCES).flatMap(showDifference),
        ...(rest > 0 ? [`${rest} more ${rest === 1 ? "difference" : "differences"}`] : []),
      ],
      "  ",
    ),
    "",
  ];
};

const skippedLines = (skipped: readonly CaseResult[]): string[] => {
  if (skipped.length === 0) return [];
  const lines = skipped.map(({ case: item, message }) => `  ${item.id}: ${visible(message ?? "")}`);
  return [`SKIPPED, which is not passed: ${skipped.length}`, ...lines, ""];
};

const staleCount = (count: number): string => (count === 0 ? "" : `, and ${count} stale in the baseline`);

const whyNot = ({ unexpected, stale }: Verdict, total: number): string =>
  unexpected.length + stale.length === 0
    ? "no case was run"
    : `${unexpected.length} of ${total} cases${staleCount(stale.length)}`;

/**
 * A run for people: each case that is not as expected with its id, why, input and both texts, the first
 * difference marked; then a line for each suite.
 *
 * @example
 * console.log(textReport(judge([report])));
 */
export const textReport = (verdict: Verdict): string => {
  const { reports, unexpected, known, stale, ok } = verdict;
  const total = reports.reduce((sum, report) => sum + report.results.length, 0);
  const lines = [
    ...unexpected.filter((result) => result.status !== "skipped").flatMap(showResult),
    ...skippedLines(unexpected.filter((result) => result.status === "skipped")),
    ...stale.map((id) => `STALE ${id}: in the baseline, but it passes or is no case any more`),
    ...(stale.length > 0 ? [""] : []),
    ...reports.map(summaryLine),
  ];
  if (known.length > 0) lines.push(`${known.length} known not to pass, by the baseline`);
  if (!ok) lines.push(`NOT AS EXPECTED: ${whyNot(verdict, total)}`);
  if (unexpected.some((result) => result.case.why !== undefined)) {
    lines.push("A why begins with its section of SPECIFICATION.md in @lembas/fixtures.");
  }
  return lines.join("\n");
};
