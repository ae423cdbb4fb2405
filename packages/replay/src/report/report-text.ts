import { formatCount, formatPlural } from "@lembas/format";
import type { Verdict } from "../verify/verdict.js";
import type { Problem } from "./problems.js";
import { causeTable, policyTables, stepTable, type Unit } from "./report-tables.js";
import type { Totals } from "./totals.js";
import { visible } from "./visible.js";

/** What a report shows beside its table. */
export interface ReportParts {
  readonly tokens: boolean;
  readonly compare: boolean;
  readonly calls: boolean;
}

const verdictLines = (verdicts: Readonly<Record<string, Verdict>>): string[] =>
  Object.entries(verdicts).flatMap(([name, { stubs, repeats, marks, recalls, wrong, examples }]) => {
    const checked = [
      formatPlural(stubs, "stub"),
      formatPlural(repeats, "elided repeat"),
      ...(marks > 0 ? [formatPlural(marks, "mark")] : []),
      formatPlural(recalls, "recall"),
    ];
    return [
      `Verified, ${name}: ${checked.join(", ")} checked, ${formatCount(wrong)} false.`,
      ...examples.map((example) => `  false: ${visible(example)}`),
    ];
  });

const placementLine = ({ placement, standIns }: Totals): string => {
  const { reads, unplacedReads, edits, unplacedEdits, editsAdrift } = placement;
  const parts = [
    `${formatCount(reads)} of ${formatPlural(reads + unplacedReads, "read")} placed`,
    `${formatCount(edits)} of ${formatPlural(edits + unplacedEdits, "edit")} with their texts`,
  ];
  if (editsAdrift > 0) parts.push(`${formatCount(editsAdrift)} of these of a text that no read showed`);
  if (standIns > 0)
    parts.push(`${formatPlural(standIns, "line")} of diffs stand for lines that are not in the recording`);
  return `From the recording: ${parts.join("; ")}.`;
};

const unreadLines = ({ unread }: Totals): string[] =>
  unread.results === 0
    ? []
    : [
        `Not counted: ${formatPlural(unread.results, "result")} that no model call read (${formatPlural(unread.characters, "character")}).`,
      ];

/** What could not be used, in words, a kind each. */
export const problemList = (problems: readonly Problem[]): string[] =>
  problems.map(
    ({ what, count, first }) => `${formatCount(count)} × ${visible(what)} (first: ${visible(first)})`,
  );

const problemLines = (problems: readonly Problem[]): string[] =>
  problems.length === 0 ? [] : ["Not used as such:", ...problemList(problems).map((line) => `  ${line}`)];

/**
 * The report for people: the table by kind of step, what made the difference, the policies, the verification, and
 * what could not be used.
 */
export const reportText = (
  title: string,
  totals: Totals,
  problems: readonly Problem[],
  parts: ReportParts,
): string => {
  const unit: Unit = parts.tokens ? "tokens" : "characters";
  const sections = [
    [visible(title), placementLine(totals), ...unreadLines(totals)].join("\n"),
    stepTable(totals, "characters"),
    ...(parts.tokens ? [stepTable(totals, "tokens")] : []),
    causeTable(totals),
    ...(parts.compare || parts.calls ? [policyTables(totals, unit)] : []),
    [...verdictLines(totals.verdicts), ...problemLines(problems)].join("\n"),
  ];
  return sections.filter((section) => section !== "").join("\n\n");
};

/** How many stubs, repeats and recalls were false, over all ways the ledger was used. */
export const countWrong = (totals: Totals): number =>
  Object.values(totals.verdicts).reduce((sum, { wrong }) => sum + wrong, 0);
