import { countCharacters, firstCharacters, lastCharacters } from "@lembas/format";
import { wholeTextPolicy } from "./everything-whole.js";
import type { Policy } from "./policy.js";

const LIMIT = 30_000;

/** Each result above 30,000 characters keeps its first and last 15,000, with a line between that says how many are gone. */
export const cutHeadAndTail = (): Policy =>
  wholeTextPolicy("cut to 30,000 characters", (text) => {
    if (text.length <= LIMIT) return text;
    const characters = countCharacters(text);
    if (characters <= LIMIT) return text;
    const [head, tail] = [firstCharacters(text, LIMIT / 2), lastCharacters(text, LIMIT / 2)];
    return `${head}\n[${characters - LIMIT} characters cut]\n${tail}`;
  });
