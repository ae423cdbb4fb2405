import { firstCharacters } from "./characters.js";
import { wellFormed } from "./well-formed.js";

const LABEL_CHARACTERS = 200;
const ONE_LINE_CHARACTERS = 1_000;

/** A run begins only where no white space stands before it: without that, a long run is tried from each of its places. */
const LINE_BREAKING_RUN = /(?<!\s)[^\S\r\n]*[\r\n]\s*/g;

const cutHead = (text: string, characters: number): string => {
  const head = firstCharacters(text, characters);
  return head.length < text.length ? `${head}…` : head;
};

/**
 * The label of a text, for a place with one line: its first line that is not blank, trimmed, at most 200
 * characters and then `…`. Here `\r` ends a line too. Specification 1.8.
 *
 * @throws {TypeError} `text` is no string
 * @example toLabel("\n  make build\nmake test") // "make build"
 */
export const toLabel = (text: string): string => {
  const rest = wellFormed(text).trimStart();
  const end = rest.search(/[\r\n]/);
  return cutHead((end === -1 ? rest : rest.slice(0, end)).trimEnd(), LABEL_CHARACTERS);
};

/**
 * All of a text on one line: trimmed, each run of white space that holds `\n` or `\r` one space, at most 1,000
 * characters and then `…`. Specification 1.9.
 *
 * @throws {TypeError} `text` is no string
 * @example toOneLine("out of\n  memory\n") // "out of memory"
 */
export const toOneLine = (text: string): string =>
  cutHead(wellFormed(text).trim().replace(LINE_BREAKING_RUN, " "), ONE_LINE_CHARACTERS);
