import { checkList } from "@lembas/arguments";
import { readParts, writeParts } from "./compose/read-parts.js";
import { anyForm } from "./forms/any-form.js";
import { readBack } from "./read-back.js";

/**
 * Composed messages with heads and marks undone, for another conversation, such as a subagent's, or for a summary: what
 * a mark names does not stand there. Messages may be of any form. What a cap left out is not there any more, and a mark
 * whose result is gone stays. Specification 6.5.
 *
 * @throws {TypeError} messages are no list
 * @example
 * const summary = await summarize(restore(composed));
 */
export const restore = <Messages extends readonly object[]>(messages: Messages): Messages => {
  checkList(messages, "messages");
  const read = readParts(anyForm, messages);
  const results = readBack(read.parts);
  return writeParts(anyForm, messages, read, (index) => {
    const result = results[index];
    return result?.composed && result.close(result.composed.restored);
  }).messages;
};
