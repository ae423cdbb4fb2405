import { lastCharacters } from "./characters.js";

/**
 * The last `characters` characters of a text; `…`, which is not counted, stands before them where something
 * was cut away. Specification 1.7.
 *
 * @throws {TypeError} `text` is no string, or `characters` no number
 * @throws {RangeError} `characters` is negative or not whole
 * @example cutTail("abcdef", 3) // "…def"
 */
export const cutTail = (text: string, characters: number): string => {
  const tail = lastCharacters(text, characters);
  return tail.length < text.length ? `…${tail}` : tail;
};
