import { checkFlag, checkObject } from "@lembas/arguments";
import { type GuideOptions, recallTool } from "@lembas/context";

/**
 * What a system prompt says about composed results: what a head is, that a mark stands for lines which stand above, how
 * to see everything again, and how to recall, where there is the recall tool. At most 120 words.
 *
 * @throws {TypeError} the options are no object, or `recall` is neither true nor false
 * @example
 * const system = `${instructions}\n\n${guide()}`;
 */
export const guide = (options: GuideOptions = {}): string => {
  checkObject(options, "options", "{ recall: true }");
  const { recall = false } = options;
  checkFlag(recall, "recall");
  return [
    "A tool result may begin with a head in brackets, such as [#5b3f0c]: its id, which is no part of its text.",
    'A line in brackets such as [lines 41-80 same as lines 1-40 of #5b3f0c, from "…" to "…"] stands for lines that are equal, word for word, to lines of that earlier result, or of an argument of its call, which stand above.',
    "Nothing is missing then, and nothing is damaged: read the lines there, and never write such a line into a file.",
    "The same call made again at once shows everything.",
    ...(recall ? [`Call ${recallTool.name} with an id to see that result again.`] : []),
  ].join(" ");
};
