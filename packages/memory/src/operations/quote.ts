import { firstCharacters } from "@lembas/format";

const QUOTED_CHARACTERS = 200;

/** A text as messages quote it: as it is, whole up to 200 characters, then `…`. Specification 3.8. */
export const quote = (text: string): string => {
  const head = firstCharacters(text, QUOTED_CHARACTERS);
  return head.length < text.length ? `"${head}…"` : `"${head}"`;
};
