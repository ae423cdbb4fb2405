import type { Measure } from "../baselines/policy-run.js";
import { CannotRun } from "./cannot-run.js";

const MISSING =
  "Counting tokens takes the package gpt-tokenizer (26 MB), which is not installed. Add it: npm install gpt-tokenizer, or npx -p @lembas/replay -p gpt-tokenizer lembas-replay --tokens …";

/**
 * What counts tokens; its tables are larger than all else, so they are no part of this package.
 *
 * @throws {CannotRun} it is not installed
 */
export const loadTokenizer = async (): Promise<Measure> => {
  try {
    const { countO200k } = await import("./tokens.js");
    return countO200k;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND" ? new CannotRun(MISSING) : error;
  }
};
