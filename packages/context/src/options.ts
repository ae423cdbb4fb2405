import { checkFlag, checkFunction, checkNames, checkObject, checkWhole, describe } from "@lembas/arguments";
import { type CapBudgetOptions, type CapBudgets, type Measure, resolveBudgets } from "@lembas/format";
import type { JournalEntry } from "./journal/entry.js";
import { checkName, wellFormedText } from "./text/check.js";
import { pathKey } from "./windows/path-key.js";

/** How much of a file or of a stored text one read or recall shows. */
export interface PageBounds {
  /** Lines, where the call gives no limit: 2,000. */
  readonly pageLines?: number | undefined;
  /** Characters of its lines with their numbers and newlines, at least 100: 50,000. */
  readonly pageChars?: number | undefined;
}

/** The budgets of one tool's results; what is left out has its default. `"off"`: always whole. */
export type ToolCap = CapBudgetOptions | "off";

/** The budgets of their own that tools have, by name: page bounds of `read` and `recall`. */
export interface ToolCaps {
  readonly read?: PageBounds | "off";
  readonly recall?: PageBounds | "off";
  readonly [tool: string]: ToolCap | PageBounds | undefined;
}

/** The settings of a ledger. Specification 2.16. */
export interface LedgerOptions {
  /** How much is shown of outputs and diffs. Specification 1.11. */
  readonly cap?: ToolCap | undefined;
  /** Budgets of their own by tool name; `read` and `recall` (page bounds), `edit` and `write` (the diff) too. */
  readonly caps?: ToolCaps | undefined;
  /** The most lines of a read or recall that gives no limit: 2,000. */
  readonly pageLines?: number | undefined;
  /** The most characters of the lines of a read or recall, at least 100: 50,000. Specification 2.5. */
  readonly pageChars?: number | undefined;
  /**
   * What counts against the budgets of `cap`, `caps` and `pageChars`, such as a text's tokens: a finite number of at least
   * 0. Without it these count characters; all else does in any case. Specification 1.14.
   */
  readonly measure?: Measure | undefined;
  /** The most characters shown of one line of an output, at least 1; without it no line is cut for its length. Specification 2.30. */
  readonly lineChars?: number | undefined;
  /** The most bytes of an image in a result; a larger one is left out, and named. Without it all are shown. Specification 2.31. */
  readonly imageBytes?: number | undefined;
  /** The tools whose equal result again is a stub: {@link REPEATABLE_TOOLS}. */
  readonly repeatable?: readonly string[] | undefined;
  /** Which paths are the same file: equal keys. */
  readonly pathKey?: ((path: string) => string) | undefined;
  /** Whether outputs are cleaned of terminal control: `true`. */
  readonly clean?: boolean | undefined;
  /** One to four hex digits that every id made by this ledger begins with. */
  readonly idPrefix?: string | undefined;
  /** The most characters of all stored texts together; the oldest go first. Without it all are kept. */
  readonly keepChars?: number | undefined;
  /** Whether several windows together may cover a read: `false`. */
  readonly union?: boolean | undefined;
  /** Whether windows follow the session's own edits: `false`. */
  readonly acrossEdits?: boolean | undefined;
  /** Whether runs of lines that the conversation shows already are named in the place of being shown: `false`. Specification 2.20. */
  readonly knownLines?: boolean | undefined;
  /** Whether the lines of a read stand behind their numbers: `true`. Specification 2.21. */
  readonly lineNumbers?: boolean | undefined;
  /** Whether heads have path and sha: `"full"`; else `"short"`. Specification 2.22. */
  readonly heads?: "full" | "short" | undefined;
  /** What an edit inserts: its diff, `"diff"`, or which lines changed, `"line"`. Specification 2.23. */
  readonly editText?: "diff" | "line" | undefined;
  /**
   * Asked before a text names a result: whether the conversation still holds it. The answer is `true` or `false` at
   * once, not a promise. `callId` is what the step was given: a host whose call ids come again (some providers number
   * them anew in each turn) goes by `id`, or gives call ids that do not, such as `turn-3/call_0`; else a stub may name
   * a result that is gone.
   */
  readonly isShown?: ((id: string, callId: string | undefined) => boolean) | undefined;
  /**
   * Given each entry of the journal, right before it is applied: where this throws, the step changes nothing. It must
   * not call a method of the ledger that takes a step.
   */
  readonly onEntry?: ((entry: JournalEntry) => void) | undefined;
}

/** Page bounds, all there. */
export type ResolvedBounds = Required<{ readonly [Name in keyof PageBounds]: number }>;

/** The settings, checked, with every default. */
export interface LedgerSettings {
  readonly capOf: (tool: string) => CapBudgets;
  readonly boundsOf: (tool: "read" | "recall") => ResolvedBounds;
  readonly measure: Measure | undefined;
  readonly lineChars: number;
  readonly imageBytes: number;
  readonly repeatable: ReadonlySet<string>;
  readonly pathKey: (path: string) => string;
  readonly clean: boolean;
  readonly idPrefix: string;
  readonly keepChars: number;
  readonly union: boolean;
  readonly acrossEdits: boolean;
  readonly knownLines: boolean;
  readonly lineNumbers: boolean;
  readonly heads: "full" | "short";
  readonly editText: "diff" | "line";
  readonly isShown: (id: string, callId: string | undefined) => boolean;
  readonly onEntry: (entry: JournalEntry) => void;
}

const OPTION_NAMES = [
  "cap",
  "caps",
  "pageLines",
  "pageChars",
  "measure",
  "lineChars",
  "imageBytes",
  "repeatable",
  "pathKey",
  "clean",
  "idPrefix",
  "keepChars",
  "union",
  "acrossEdits",
  "knownLines",
  "lineNumbers",
  "heads",
  "editText",
  "isShown",
  "onEntry",
] satisfies (keyof LedgerOptions)[];

const BOUND_NAMES = ["pageLines", "pageChars"] satisfies (keyof PageBounds)[];

/**
 * The tools whose equal result again is a stub, where the option `repeatable` does not say others. Specification 2.10.
 *
 * @example new ContextLedger({ repeatable: [...REPEATABLE_TOOLS, "find_symbol"] })
 */
export const REPEATABLE_TOOLS: readonly string[] = Object.freeze(["list", "glob", "grep"]);

/**
 * The options of a ledger that inserts as little as it truthfully can: less than what tools print in nearly every
 * session, and hardly ever more. Specification 2.16.
 *
 * - `knownLines` saves most: windows that overlap, a file read again after an edit elsewhere, a test run again. The
 *   model must take `[lines 4-40 as in #a001]` for these lines, look further up for them, and can have them again by a
 *   `fresh` read or by recall.
 * - `union` saves reads that several results together show. The model must look in each that is named.
 * - `lineNumbers: false` saves 3 to 8 characters a line. The model must count from the head's `lines F-T`, so it is for
 *   tools that edit by text, not by line number.
 * - `heads: "short"` saves path and sha, some 60 characters a result. The model knows from its call which file it was.
 * - `editText: "line"` saves the diff. The model knows from its call what it changed; recall shows the diff.
 *
 * @example new ContextLedger({ ...lean, cap: { maxLines: 1000 } })
 */
export const lean = Object.freeze({
  knownLines: true,
  union: true,
  lineNumbers: false,
  heads: "short",
  editText: "line",
} as const) satisfies LedgerOptions;

const PAGE_BOUNDS: ResolvedBounds = { pageLines: 2_000, pageChars: 50_000 };
const NO_BOUND = Number.MAX_SAFE_INTEGER;

/**
 * The budgets of one call or tool, with every default; `"off"` is no bound.
 *
 * @throws {TypeError} it is neither an object nor `"off"`, or has an unknown budget
 * @throws {RangeError} a budget is negative or fractional, or head and tail are together above the maximum
 */
export const resolveCap = (cap: ToolCap | undefined): CapBudgets => {
  if (cap === "off") return resolveBudgets({ maxLines: NO_BOUND, maxChars: NO_BOUND });
  return resolveBudgets(cap);
};

/**
 * The bounds of one read or recall: its own, else those given; `"off"` is no bound.
 *
 * @throws {TypeError} `pageLines` or `pageChars` is not a number
 * @throws {RangeError} `pageLines` is not whole or below 1, or `pageChars` below 100
 */
export const resolveBounds = (
  own: PageBounds | "off",
  { pageLines: lines, pageChars: chars }: ResolvedBounds,
): ResolvedBounds => {
  if (own === "off") return { pageLines: NO_BOUND, pageChars: NO_BOUND };
  const { pageLines = lines, pageChars = chars } = own;
  checkWhole(pageLines, "pageLines", 1);
  checkWhole(pageChars, "pageChars", 100);
  return { pageLines, pageChars };
};

/** @throws {TypeError} it is not budgets of that tool */
const resolveToolBounds = (tool: string, own: unknown): ResolvedBounds => {
  if (own === "off") return resolveBounds(own, PAGE_BOUNDS);
  checkObject(own, `caps.${tool}`, "{ pageLines: 500 }");
  checkNames(own, BOUND_NAMES, `bound of ${tool}`);
  return resolveBounds(own, PAGE_BOUNDS);
};

/** @throws {TypeError} it is none of these words */
const checkWord = (given: unknown, name: string, words: readonly [string, string]): void => {
  if (typeof given === "string" && words.includes(given)) return;
  throw new TypeError(`${name} must be "${words[0]}" or "${words[1]}"; got ${describe(given)}`);
};

const checkPrefix = (prefix: unknown): string => {
  if (prefix === undefined) return "";
  if (typeof prefix === "string" && /^[0-9a-f]{1,4}$/i.test(prefix)) return prefix.toLowerCase();
  throw new TypeError(`idPrefix must be one to four hex digits; got ${describe(prefix)}`);
};

/** An answer of the host that is neither `true` nor `false`, such as a promise, would pass for one. */
const checkAnswer = (answer: unknown): boolean => {
  if (typeof answer === "boolean") return answer;
  const given = answer instanceof Promise ? "a promise" : describe(answer);
  throw new TypeError(`isShown must answer true or false, at once; got ${given}`);
};

/**
 * Checks a ledger's options and fills in the defaults.
 *
 * @throws {TypeError} an option is unknown or of the wrong type
 * @throws {RangeError} a number is out of its range
 */
export const resolveOptions = (options: LedgerOptions): LedgerSettings => {
  checkObject(options, "options", "{ pageLines: 500 }");
  checkNames(options, OPTION_NAMES, "option");
  const cap = resolveCap(options.cap);
  const { pageLines, pageChars } = options;
  const bounds = resolveBounds({ pageLines, pageChars }, PAGE_BOUNDS);
  const {
    caps: toolCaps = {},
    measure,
    lineChars,
    imageBytes,
    repeatable = REPEATABLE_TOOLS,
    pathKey: keyOf = pathKey,
    clean = true,
    keepChars,
    union = false,
    acrossEdits = false,
    knownLines = false,
    lineNumbers = true,
    heads = "full",
    editText = "diff",
    isShown = () => true,
    onEntry = () => undefined,
  } = options;
  checkObject(toolCaps, "caps", "{ bash: { maxLines: 100 } }");
  const caps = new Map<string, CapBudgets>();
  const pages = new Map<string, ResolvedBounds>();
  for (const [tool, own] of Object.entries(toolCaps)) {
    if (own === undefined) continue;
    if (tool === "read" || tool === "recall") pages.set(tool, resolveToolBounds(tool, own));
    else caps.set(tool, resolveCap(own as ToolCap));
  }
  if (!Array.isArray(repeatable)) {
    throw new TypeError(`repeatable must be a list of tool names; got ${describe(repeatable)}`);
  }
  if (measure !== undefined) checkFunction(measure, "measure");
  if (lineChars !== undefined) checkWhole(lineChars, "lineChars", 1);
  if (imageBytes !== undefined) checkWhole(imageBytes, "imageBytes");
  if (keepChars !== undefined) checkWhole(keepChars, "keepChars");
  checkFlag(clean, "clean");
  checkFlag(union, "union");
  checkFlag(acrossEdits, "acrossEdits");
  checkFlag(knownLines, "knownLines");
  checkFlag(lineNumbers, "lineNumbers");
  checkWord(heads, "heads", ["full", "short"]);
  checkWord(editText, "editText", ["diff", "line"]);
  checkFunction(keyOf, "pathKey");
  checkFunction(isShown, "isShown");
  checkFunction(onEntry, "onEntry");
  return {
    capOf: (tool) => caps.get(tool) ?? cap,
    boundsOf: (tool) => pages.get(tool) ?? bounds,
    measure,
    lineChars: lineChars ?? Number.POSITIVE_INFINITY,
    imageBytes: imageBytes ?? Number.POSITIVE_INFINITY,
    repeatable: new Set(repeatable.map((tool) => checkName(tool, "a repeatable tool"))),
    pathKey: (path) => wellFormedText(keyOf(path), "pathKey's answer"),
    clean,
    idPrefix: checkPrefix(options.idPrefix),
    keepChars: keepChars ?? Number.POSITIVE_INFINITY,
    union,
    acrossEdits,
    knownLines,
    lineNumbers,
    heads,
    editText,
    isShown: (id, callId) => checkAnswer(isShown(id, callId)),
    onEntry,
  };
};
