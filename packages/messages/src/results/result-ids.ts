import { sha256 } from "@lembas/context/known-lines";

const DIGITS = 6;

/**
 * The ids of a conversation's results: `#` and the first digits of the SHA-256 of the call's id, six or as many more as
 * no earlier result has. Specification 6.2.
 *
 * @example new ResultIds().next("toolu_01") // "#5b3f0c"
 */
export class ResultIds {
  readonly #taken = new Set<string>();

  /** The id of the next result; `undefined` where earlier results have all that it could be. */
  next(callId: string): string | undefined {
    const digest = sha256(callId.toWellFormed());
    for (let digits = DIGITS; digits <= digest.length; digits++) {
      const id = `#${digest.slice(0, digits)}`;
      if (this.#taken.has(id)) continue;
      this.#taken.add(id);
      return id;
    }
    return undefined;
  }
}

/** What stands behind a result's own head, where the text begins with it. Specification 6.2. */
export const behindHead = (text: string, id: string): string | undefined => {
  const head = `[${id}]`;
  if (!text.startsWith(head)) return undefined;
  if (text.length === head.length) return "";
  return text[head.length] === "\n" ? text.slice(head.length + 1) : undefined;
};

/** A text under its result's head. */
export const withHead = (text: string, id: string): string => `[${id}]\n${text}`;
