import { formatCount, formatPlural } from "@lembas/format";
import type { Unit } from "../baselines/policy.js";
import type { Verdict } from "../verify/verdict.js";
import { concludeReplay, conclusionLines } from "./conclusion.js";
import type { Prices } from "./prices.js";
import type { Problem } from "./problems.js";
import { callNotes, causeTable, policyTable, stepTable, WAY_NOTE, wayTable } from "./report-tables.js";
import type { Totals } from "./totals.js";
import { visible } from "./visible.js";

/** What a report is of, and what it shows beside its tables. */
export interface ReportParts {
  readonly unit: Unit;
  /** The ledger with its defaults by kind of step and by cause, edits as diffs, and each policy's verification. */
  readonly details?: boolean | undefined;
  /** What a million tokens cost. */
  readonly prices?: Prices | undefined;
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

/** The false claims that were found, in words. */
const falseLines = ({ verdicts }: Totals): string[] =>
  Object.entries(verdicts).flatMap(([name, { examples }]) =>
    examples.map((example) => `False, ${name}: ${visible(example)}`),
  );

/** What only `details` shows. */
const detailSections = (totals: Totals, { unit, prices }: ReportParts): string[] => [
  `The ledger with its defaults (${totals.policies.find(({ name }) => name.startsWith("lembas"))?.name ?? "lembas"}):`,
  stepTable(totals, "characters"),
  ...(unit === "tokens" ? [stepTable(totals, "tokens")] : []),
  causeTable(totals),
  ...(totals.policies.length > 0 ? [policyTable(totals, { unit, edits: "diffs", prices })] : []),
  verdictLines(totals.verdicts).join("\n"),
];

/**
 * The report for people: of a replay that compared, the conclusion in three lines, what goes in by kind of step, and
 * the policies; then what was found false, and what could not be used. Of one that did not compare, the ledger with its
 * defaults.
 */
export const reportText = (
  title: string,
  totals: Totals,
  problems: readonly Problem[],
  parts: ReportParts,
): string => {
  const { unit, details = false, prices } = parts;
  const conclusion = concludeReplay(totals, unit);
  const sections = [
    ...(conclusion ? [conclusionLines(conclusion).join("\n")] : []),
    [visible(title), placementLine(totals), ...unreadLines(totals)].join("\n"),
    ...(conclusion
      ? [
          `${wayTable(totals, unit)}\n\n${WAY_NOTE}`,
          policyTable(totals, { unit, edits: "oneLine", prices }),
          callNotes(totals, unit, prices).join("\n"),
        ]
      : []),
    ...(details || !conclusion ? detailSections(totals, parts) : falseLines(totals)),
    problemLines(problems).join("\n"),
  ];
  return sections.filter((section) => section !== "").join("\n\n");
};
