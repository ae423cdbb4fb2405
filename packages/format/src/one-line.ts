import { firstCharacters } from "./characters.js";
import { wellFormed } from "./well-formed.js";

const LABEL_CHARACTERS = 200;
const ONE_LINE_CHARACTERS = 1_000;

const cutHead = (text: string, characters: number): string => {
  const head = firstCharacters(text, characters);
  return head.length < text.length ? `${head}…` : head;
};

/**
 * The label of a text, for a place with one line: its first line that is not blank, trimmed, at most
 * `characters` (200) and then `…`. Here `\r` ends a line too. Specification 1.8.
 *
 * @throws {TypeError} `text` is no string, or `characters` no number
 * @throws {RangeError} `characters` is negative or not whole
 * @example toLabel("\n  make build\nmake test") // "make build"
 */
export const toLabel = (text: string, characters: number = LABEL_CHARACTERS): string => {
  const rest = wellFormed(text).trimStart();
  const end = rest.search(/[\r\n]/);
  return cutHead((end === -1 ? rest : rest.slice(0, end)).trimEnd(), characters);
};

/**
 * All of a text on one line: trimmed, each run of white space that holds `\n` or `\r` one space, at most 1,000
 * characters and then `…`. Specification 1.9.
 *
 * @throws {TypeError} `text` is no string
 * @example toOneLine("out of\n  memory\n") // "out of memory"
 */
export const toOneLine = (text: string): string => {
  let line = "";
  for (const [run] of wellFormed(text)
    .trim()
    .matchAll(/\s+|\S+/g)) {
    line += /^\s*[\r\n]/.test(run) ? " " : run;
    // More is cut away anyway: so many code units are more characters than are shown.
    if (line.length > 2 * ONE_LINE_CHARACTERS) break;
  }
  return cutHead(line, ONE_LINE_CHARACTERS);
};
