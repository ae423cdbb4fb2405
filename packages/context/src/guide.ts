import { checkFlag, checkObject } from "@lembas/arguments";
import { recallTool } from "./recall-tool.js";

/** What the model is told of. */
export interface GuideOptions {
  /** Whether it has the recall tool: `false`. */
  readonly recall?: boolean | undefined;
}

/**
 * What a system prompt says about the results that a ledger inserts: what a head is, and that a result which names an
 * earlier one misses nothing. At most 120 words.
 *
 * @throws {TypeError} the options are no object, or `recall` is neither true nor false
 * @example
 * const system = `${instructions}\n\n${guide({ recall: true })}`;
 */
export const guide = (options: GuideOptions = {}): string => {
  checkObject(options, "options", "{ recall: true }");
  const { recall = false } = options;
  checkFlag(recall, "recall");
  return [
    "Each tool result begins with a head in brackets, which has its id, such as #a001; it is no part of the file or the output.",
    "A result may say that it is unchanged since an earlier one, or the same: what that one shows is still true.",
    "A line in brackets which says that lines are as in an earlier result, or the same as lines of it, stands for these lines, word for word.",
    "Nothing is missing then, and nothing is damaged: read the lines there or in its call, and never write such a line into a file.",
    ...(recall ? [`Call ${recallTool.name} with an id to see that result again.`] : []),
  ].join(" ");
};
