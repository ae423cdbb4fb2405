/** A word whose letters may be small or large. */
const anyCase = (word: string): string =>
  word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const either = (words: string): string => words.split(" ").map(anyCase).join("|");

/** What a name ends in. `key` counts after another word: `api_key`, `api-key`, `apiKey`, `API key`. */
const NAME = [
  either("password passwd passphrase secret token credential credentials cookie"),
  `(?<=[_-])(?:${either("key pass pwd")})`,
  `(?<=[_-])${anyCase("key")}[_-]?${anyCase("data")}`,
  "(?<=[a-z0-9])Key",
  `(?<=${either("access account api auth encryption license master private secret signing ssh")}) ?${anyCase("key")}`,
].join("|");

/** What may stand behind it: which of several it is. */
const SUFFIX = `[_-]?(?:\\d{1,3}|${either("base prod dev test live staging old new")})`;

const BLANKS = "[ \\t]{0,40}";

/** Between a name and its value: `=`, `:`, `:=`, `=>`, or blanks after an option of a command. */
const BETWEEN = [
  `\\\\{0,7}["'\`]?\\]?${BLANKS}(?::=|={1,3}>?|:(?!:))${BLANKS}(?:[|>]?[+-]?\\r?\\n${BLANKS})?`,
  "(?<=(?:^|[\\s\"'`])--[\\w-]{1,60})[ \\t]{1,40}(?![-<[])",
].join("|");

/** A name, and what begins its value: what comes before the quote is bounded. */
const HEAD = new RegExp(
  `(?:${NAME})(?:${SUFFIX})?(?:${BETWEEN})(?:(?<escapes>\\\\{0,7})(?<quote>"""|'''|["'\`]))?`,
  "gm",
);

/** Words that are no secret: they say that there is none, or whether. */
const NO_SECRET = /(?:null|nil|none|undefined|true|false|yes|no|on|off)(?![^\s"'`,;)\]}])/iy;

/** A value is looked at for a name where it is no longer. */
const LONGEST_NAME = 100;

const NAME_LAST = new RegExp(`(?:${NAME}):?$`);

const SEPARATOR = /\\{0,7}["'`]{0,3}[ \t]{0,40}[:=]/y;

const UNQUOTED = /[^\s"'`,;]+/y;

/** Where the text that a pattern finds right here ends; here, where it finds none. */
const endOf = (pattern: RegExp, text: string, start: number): number => {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
};

/** Where a quoted value ends: before its quote with as many backslashes, else at the end of the line. */
const endOfQuoted = (text: string, start: number, escapes: number, quote: string): number => {
  let at = start;
  while (at < text.length && text[at] !== "\n") {
    let backslashes = 0;
    while (text[at + backslashes] === "\\") backslashes += 1;
    const behind = at + backslashes;
    const isClosed = escapes === 0 ? backslashes % 2 === 0 : backslashes === escapes;
    if (isClosed && text.startsWith(quote, behind)) return escapes === 0 ? behind : at;
    at = backslashes % 2 === 1 || text[behind] !== "\n" ? behind + 1 : behind;
  }
  return Math.min(at, text.length);
};

const endOfUnquoted = (text: string, start: number): number => {
  if (endOf(NO_SECRET, text, start) > start) return start;
  const end = endOf(UNQUOTED, text, start);
  return /[\p{L}\p{N}]/u.test(text.slice(start, end)) ? end : start;
};

/** Whether what stands where a value would is a name with a value of its own: `secret:`, and `password: …` below it. */
const isName = (text: string, start: number, end: number): boolean =>
  end - start <= LONGEST_NAME &&
  NAME_LAST.test(text.slice(start, end)) &&
  (text[end - 1] === ":" || endOf(SEPARATOR, text, end) > end);

/**
 * A text without the values of names that end in password, secret, token and the like: a quoted value
 * up to its quote, in JSON inside JSON too; another one up to white space, a comma, a semicolon or a quote. It takes
 * time that is linear in the text.
 *
 * @param instead stands in the place of a value; where it stands already it stays
 * @param onFound told of each value
 */
export const withoutNamedSecrets = (text: string, instead: string, onFound: () => void): string => {
  const kept: string[] = [];
  let from = 0;
  HEAD.lastIndex = 0;
  for (let head = HEAD.exec(text); head !== null; head = HEAD.exec(text)) {
    const start = HEAD.lastIndex;
    const { escapes, quote } = head.groups ?? {};
    const end =
      quote === undefined
        ? endOfUnquoted(text, start)
        : endOfQuoted(text, start, escapes?.length ?? 0, quote);
    const isOut = text.startsWith(instead, start) && (quote === undefined || start + instead.length === end);
    if (end === start || isOut || isName(text, start, end)) continue;
    onFound();
    kept.push(text.slice(from, start), instead);
    from = end;
    HEAD.lastIndex = end;
  }
  return from === 0 ? text : `${kept.join("")}${text.slice(from)}`;
};
