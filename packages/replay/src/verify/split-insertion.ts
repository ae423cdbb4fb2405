/** An inserted text in its parts. */
export interface InsertionParts {
  /** `[#id …]` and the space or newline after it. */
  readonly head: string;
  readonly body: string;
}

/** Path as heads print it: specification 2.3, written once more, since the verifier takes nothing from the ledger. */
export const printedPath = (path: string): string => {
  if (path.length <= 400 && /^[\w./~ -]*$/.test(path)) return path;
  const letters = [...path.toWellFormed()];
  const end = letters.length > 400 ? `…${letters.slice(-400).join("")}` : letters.join("");
  const marked = end.includes("]") || end.includes('"') ? JSON.stringify(end) : end;
  return marked.replace(/[\p{Cc}\u2028\u2029]/gu, (one) =>
    one < " " ? JSON.stringify(one).slice(1, -1) : `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
};

/** A head that names no path. */
const shortHead = /^\[#[0-9a-f]+(?: lines \d+-\d+ of \d+| empty)?\][\n ]/;

/**
 * Parts an inserted text into its head and what follows. A path may hold `]`, so it is passed over by its length.
 *
 * @example
 * splitInsertion("[#a001 a.ts lines 1-1 of 1 sha 583e86b4]\n1: x", "#a001", "a.ts").body; // "1: x"
 * splitInsertion("[#a001 lines 1-1 of 1]\nx", "#a001", "a.ts").body; // "x"
 */
export const splitInsertion = (text: string, id: string, path?: string): InsertionParts => {
  const start = `[${id}${path === undefined ? "" : ` ${printedPath(path)}`}`;
  if (!text.startsWith(start)) {
    const head = text.startsWith(`[${id}`) ? (shortHead.exec(text)?.[0] ?? "") : "";
    return { head, body: text.slice(head.length) };
  }
  const end = text.indexOf("]", start.length) + 1;
  const gap = text[end] === "\n" || text[end] === " " ? 1 : 0;
  return { head: text.slice(0, end + gap), body: text.slice(end + gap) };
};
