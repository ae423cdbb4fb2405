import { checkFlag, checkFunction, checkObject, checkWhole, describe } from "@lembas/arguments";
import { type CapBudgetOptions, type CapBudgets, resolveBudgets } from "@lembas/format";
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
export type ToolCap = (CapBudgetOptions & PageBounds) | "off";

/** The settings of a ledger. Specification 2.16. */
export interface LedgerOptions {
  /** How much is shown of outputs and diffs. Specification 1.11. */
  readonly cap?: CapBudgetOptions | "off" | undefined;
  /** Budgets of their own by tool name; `read` and `recall` (page bounds), `edit` and `write` (the diff) too. */
  readonly caps?: Readonly<Record<string, ToolCap>> | undefined;
  /** The most lines of a read or recall that gives no limit: 2,000. */
  readonly pageLines?: number | undefined;
  /** The most characters of the lines of a read or recall, at least 100: 50,000. Specification 2.5. */
  readonly pageChars?: number | undefined;
  /** The tools whose equal result again is a stub: `list`, `glob`, `grep`. */
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
  /** Asked before a stub names a result: whether the conversation still holds it. */
  readonly isShown?: ((id: string, callId: string | undefined) => boolean) | undefined;
  /** Given each entry of the journal, right before it is applied: where this throws, the step changes nothing. */
  readonly onEntry?: ((entry: JournalEntry) => void) | undefined;
}

/** Page bounds, all there. */
export type ResolvedBounds = Required<{ readonly [Name in keyof PageBounds]: number }>;

/** The settings, checked, with every default. */
export interface LedgerSettings {
  readonly capOf: (tool: string) => CapBudgets | "off";
  readonly boundsOf: (tool: "read" | "recall") => ResolvedBounds;
  readonly repeatable: ReadonlySet<string>;
  readonly pathKey: (path: string) => string;
  readonly clean: boolean;
  readonly idPrefix: string;
  readonly keepChars: number;
  readonly union: boolean;
  readonly acrossEdits: boolean;
  readonly isShown: (id: string, callId: string | undefined) => boolean;
  readonly onEntry: (entry: JournalEntry) => void;
}

const NAMES: ReadonlySet<string> = new Set<keyof LedgerOptions>([
  "cap",
  "caps",
  "pageLines",
  "pageChars",
  "repeatable",
  "pathKey",
  "clean",
  "idPrefix",
  "keepChars",
  "union",
  "acrossEdits",
  "isShown",
  "onEntry",
]);

const BUDGET_NAMES: ReadonlySet<string> = new Set<keyof CapBudgets | keyof PageBounds>([
  "maxLines",
  "maxChars",
  "headLines",
  "headChars",
  "tailLines",
  "tailChars",
  "pageLines",
  "pageChars",
]);

/** @throws {TypeError} `given` has a name that is none of these */
const checkNames = (given: object, names: ReadonlySet<string>, what: string): void => {
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown === undefined) return;
  throw new TypeError(`unknown ${what} ${JSON.stringify(unknown)}; there are ${[...names].join(", ")}`);
};

const REPEATABLE = ["list", "glob", "grep"];
const PAGE_BOUNDS: ResolvedBounds = { pageLines: 2_000, pageChars: 50_000 };

/**
 * The budgets of one call or tool, with every default.
 *
 * @throws {RangeError} a budget is negative or fractional, or head and tail are together above the maximum
 */
export const resolveCap = (cap: CapBudgetOptions | "off"): CapBudgets | "off" => {
  if (cap === "off") return cap;
  const budgets = resolveBudgets(cap);
  checkNames(cap, BUDGET_NAMES, "budget");
  return budgets;
};

/**
 * @throws {TypeError} `pageLines` or `pageChars` is no number
 * @throws {RangeError} `pageLines` is not whole or below 1, or `pageChars` below 100
 */
export const resolveBounds = (
  bounds: PageBounds | "off" | undefined,
  { pageLines, pageChars }: ResolvedBounds,
): ResolvedBounds => {
  if (bounds === "off") return { pageLines: Number.MAX_SAFE_INTEGER, pageChars: Number.MAX_SAFE_INTEGER };
  const resolved = {
    pageLines: bounds?.pageLines ?? pageLines,
    pageChars: bounds?.pageChars ?? pageChars,
  };
  checkWhole(resolved.pageLines, "pageLines", 1);
  checkWhole(resolved.pageChars, "pageChars", 100);
  return resolved;
};

const checkPrefix = (prefix: unknown): string => {
  if (prefix === undefined) return "";
  if (typeof prefix === "string" && /^[0-9a-f]{1,4}$/i.test(prefix)) return prefix.toLowerCase();
  throw new TypeError(`idPrefix must be one to four hex digits; got ${describe(prefix)}`);
};

/**
 * Checks a ledger's options and fills in the defaults.
 *
 * @throws {TypeError} an option is unknown or of the wrong type
 * @throws {RangeError} a number is out of its range
 */
export const resolveOptions = (options: LedgerOptions): LedgerSettings => {
  checkObject(options, "options", "{ pageLines: 500 }");
  checkNames(options, NAMES, "option");
  const cap = resolveCap(options.cap === undefined ? {} : options.cap);
  const bounds = resolveBounds(options, PAGE_BOUNDS);
  const {
    caps: toolCaps = {},
    repeatable = REPEATABLE,
    pathKey: keyOf = pathKey,
    clean = true,
    keepChars,
    union = false,
    acrossEdits = false,
    isShown = () => true,
    onEntry = () => undefined,
  } = options;
  checkObject(toolCaps, "caps", "{ bash: { maxLines: 100 } }");
  const given = Object.entries(toolCaps);
  const caps = new Map(given.map(([tool, budgets]) => [tool, resolveCap(budgets)]));
  const pages = new Map(given.map(([tool, budgets]) => [tool, resolveBounds(budgets, PAGE_BOUNDS)]));
  if (!Array.isArray(repeatable)) {
    throw new TypeError(`repeatable must be a list of tool names; got ${describe(repeatable)}`);
  }
  if (keepChars !== undefined) checkWhole(keepChars, "keepChars");
  checkFlag(clean, "clean");
  checkFlag(union, "union");
  checkFlag(acrossEdits, "acrossEdits");
  checkFunction(keyOf, "pathKey");
  checkFunction(isShown, "isShown");
  checkFunction(onEntry, "onEntry");
  return {
    capOf: (tool) => caps.get(tool) ?? cap,
    boundsOf: (tool) => pages.get(tool) ?? bounds,
    repeatable: new Set(repeatable.map((tool) => checkName(tool, "a repeatable tool"))),
    pathKey: (path) => wellFormedText(keyOf(path), "pathKey's answer"),
    clean,
    idPrefix: checkPrefix(options.idPrefix),
    keepChars: keepChars ?? Number.POSITIVE_INFINITY,
    union,
    acrossEdits,
    isShown,
    onEntry,
  };
};
