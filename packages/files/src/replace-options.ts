import { checkObject, checkText } from "@lembas/arguments";

/** What a replacement may depend on. */
export interface ReplaceOptions {
  /**
   * What `read` gave, undefined for a missing file: the file is replaced only if it still holds exactly that right
   * before the renaming. Without the key, whatever is there is replaced.
   */
  readonly before?: string | undefined;
}

/** @throws {TypeError} what is to be written is no text, or `options` are none */
export const checkReplacement = (text: string, options: ReplaceOptions): void => {
  checkText(text, "text");
  checkObject(options, "options", '{ before: "old text" }');
  if (options.before !== undefined) checkText(options.before, "before");
};
