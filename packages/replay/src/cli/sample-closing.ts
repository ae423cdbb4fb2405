import { formatCount } from "@lembas/format";
import { formats } from "../formats/all-formats.js";
import { countWrong } from "../report/report-text.js";
import { countChecked, sumRows, type Totals } from "../report/totals.js";

/** What stands below the report of the sample: one sentence, and how to replay sessions of one's own. */
export const sampleClosing = (totals: Totals): string => {
  const { given, inserted } = sumRows(totals);
  const verdict = totals.verdicts["lembas"];
  const checked = verdict ? countChecked(verdict) : 0;
  const share = given === 0 ? 0 : Math.round((100 * Math.abs(given - inserted)) / given);
  const less = inserted <= given ? "less" : "more";
  const own = formats.flatMap(({ title, sessions }) =>
    sessions?.[0] ? [`  ${title}: ~/${sessions[0].folder}`] : [],
  );
  return [
    `In one sentence: of ${formatCount(given)} characters that the tools gave, ${formatCount(inserted)} go into the conversation, ${share}% ${less}, and of ${formatCount(checked)} stubs, repeats and recalls checked, ${formatCount(countWrong(totals))} are false.`,
    "",
    "On your own sessions (some save more, some cost more):",
    "  pnpm replay --verify --compare FILE_OR_FOLDER…      (in this repository)",
    "  npx @lembas/replay --verify --compare FILE_OR_FOLDER…",
    "Where agents keep them:",
    ...own,
  ].join("\n");
};
