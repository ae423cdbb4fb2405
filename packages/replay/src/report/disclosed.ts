import { formatCount, formatPlural } from "@lembas/format";
import type { Problem } from "./problems.js";
import type { Disclosure, Report } from "./report.js";
import { problemList } from "./report-text.js";
import type { Totals } from "./totals.js";

/** Of what was replayed a report is, without the names of files. */
export const recordingsLine = ({ recordings, totals }: Report): string => {
  const formats = [...new Set(recordings.map(({ format }) => format))].join(", ");
  return `${formatPlural(recordings.length, "recording")} (${formats}), ${formatPlural(totals.conversations, "conversation")}`;
};

/** A kind of problem without the words that it quotes from a recording; a tool's name may have any signs. */
const kindOf = (what: string): string =>
  /^call of [^\n]* without a result$/.test(what) ? what : what.replace(/\s*[":(][\s\S]*$/, "");

/** What could not be used, a line for each kind; the words that it quotes and its first place only with names. */
export const problemLines = (problems: readonly Problem[], { names }: Disclosure): string[] => {
  if (names) return problemList(problems);
  const counts = new Map<string, number>();
  for (const { what, count } of problems) counts.set(kindOf(what), (counts.get(kindOf(what)) ?? 0) + count);
  return [...counts].map(([kind, count]) => `${formatCount(count)} × ${kind}`);
};

/** What was found false, a line for each policy; the examples, which name files and texts, only with both. */
export const falseLines = ({ verdicts }: Totals, { names, texts }: Disclosure): string[] =>
  Object.entries(verdicts).flatMap(([name, { wrong, examples }]) => {
    if (wrong === 0) return [];
    return names && texts
      ? examples.map((example) => `False, ${name}: ${example}`)
      : [`False: ${formatPlural(wrong, "claim")} under the policy “${name}”.`];
  });
