/**
 * The first UTF-16 units of a text, as a text of its own: a slice would keep the whole of it in memory.
 *
 * @example firstOf("abcdef", 3); // "abc"
 */
export const firstOf = (text: string, length: number): string =>
  text.length > length ? JSON.parse(JSON.stringify(text.slice(0, length))) : text;
