import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** Text is counted in pieces of at most this length: the time of one long word grows faster than its length. */
const PIECE = 2_000;

/**
 * Tokens of a text in the o200k encoding. Special tokens count as the text that they are written as. Text is split
 * before a newline at about every 2,000 characters, so the count can be off by one there.
 */
export const countO200k = (text: string): number => {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + PIECE);
    if (end < text.length) {
      const newline = text.lastIndexOf("\n", end);
      if (newline > start) end = newline;
      else if ((text.charCodeAt(end) & 0xfc00) === 0xdc00) end += 1;
    }
    tokens += countTokens(text.slice(start, end), {
      allowedSpecial: new Set(),
      disallowedSpecial: new Set(),
    });
    start = end;
  }
  return tokens;
};
