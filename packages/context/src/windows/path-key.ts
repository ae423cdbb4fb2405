import { countCharacters, lastCharacters } from "@lembas/format";

/**
 * Which paths are the same file: those that are equal after dropping `.` and empty segments. A leading `/` stays; `..`
 * and `\` are not touched. Specification 2.6.
 */
export const pathKey = (path: string): string => {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  return (path.startsWith("/") ? "/" : "") + segments.join("/");
};

/** The most characters of a path that are shown: its last ones. */
const LONGEST_SHOWN = 400;

/** What would act on a terminal, or begin a line for some reader. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
};

const escapeControl = (text: string): string =>
  text.replace(CONTROL, (one) => ESCAPES[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * A path, or another name that a result brings, as a head shows it: on one line, and so that nothing in it looks like
 * the end of the head. Specification 2.3.
 */
export const showPath = (path: string): string => {
  const shown =
    path.length > LONGEST_SHOWN && countCharacters(path) > LONGEST_SHOWN
      ? `…${lastCharacters(path, LONGEST_SHOWN)}`
      : path;
  return /[\]"]/.test(shown) ? escapeControl(JSON.stringify(shown)) : escapeControl(shown);
};
