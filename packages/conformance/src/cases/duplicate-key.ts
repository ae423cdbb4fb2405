const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The index behind the string that begins at `start` of a JSON text. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
};

/** Whether the string that ends there is a key. */
const isBeforeColon = (text: string, end: number): boolean => {
  let index = end;
  while (" \t\r\n".includes(text.charAt(index)) && index < text.length) index += 1;
  return text.charAt(index) === ":";
};

/**
 * A key that stands twice in one object of a JSON text, which parsers read in different ways: undefined where there
 * is none. Takes time in proportion to the text.
 *
 * @param text what `JSON.parse` takes
 * @example
 * duplicateKey('{"a":{"b":1},"a":2}'); // "a"
 */
export const duplicateKey = (text: string): string | undefined => {
  /** The keys of each object that is open, undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) {
      const end = endOfString(text, index);
      const keys = open.at(-1);
      if (keys && isBeforeColon(text, end)) {
        const key: string = JSON.parse(text.slice(index, end));
        if (keys.has(key)) return key;
        keys.add(key);
      }
      index = end - 1;
    } else if (unit === 0x7b) open.push(new Set());
    else if (unit === 0x5b) open.push(undefined);
    else if (unit === 0x7d || unit === 0x5d) open.pop();
  }
  return undefined;
};
