import { firstCharacters } from "@lembas/format";
import { withoutLineBreaks } from "./separator.js";

const QUOTED_CHARACTERS = 200;

/** A text as messages quote it: on one line, whole up to 200 characters, then `…`. Specification 3.8. */
export const quote = (text: string): string => {
  const line = withoutLineBreaks(text);
  const head = firstCharacters(line, QUOTED_CHARACTERS);
  return head.length < line.length ? `"${head}…"` : `"${head}"`;
};
