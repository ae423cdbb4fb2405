import { checkFlag, checkFunction, checkListOf, checkNames, checkObject } from "@lembas/arguments";
import { type CapBudgetOptions, type CapBudgets, type Measure, resolveBudgets } from "@lembas/format";
import type { Composed, Skipped } from "./report.js";

/** How results are composed. They hold for a conversation: what changes them in the midst of one changes what was sent. */
export interface ComposeOptions {
  /** Whether lines that stand above already are named by a mark: `true`. Specification 6.4. */
  readonly knownLines?: boolean | undefined;
  /** Whether terminal control is taken out: `true`. Specification 1.13. */
  readonly clean?: boolean | undefined;
  /** How much is shown of a long result: without it, and with `"off"`, all. Specification 1.11. */
  readonly cap?: CapBudgetOptions | "off" | undefined;
  /** Budgets of their own by tool name. */
  readonly caps?: Readonly<Record<string, CapBudgetOptions | "off" | undefined>> | undefined;
  /**
   * What counts against the budgets of characters, such as a text's tokens: a finite number of at least 0, the same for
   * the same text. Without it the characters. Specification 1.14.
   */
  readonly measure?: Measure | undefined;
  /** The tools whose results are composed; without it all. */
  readonly only?: readonly string[] | undefined;
  /** Tools whose results are not composed. */
  readonly except?: readonly string[] | undefined;
  /** The tools whose results are the lines of a file: `Read`, `read`, `read_file`, `view`, `view_file`. */
  readonly files?: readonly string[] | undefined;
  /**
   * Given what is new each time that messages are composed: what each result was and what it shows. What it throws stops
   * no call: it is thrown again right behind it, as an error that nobody caught. So is what `onSkipped` throws.
   */
  readonly onComposed?: ((composed: Composed) => void) | undefined;
  /** Given each thing that is left as it is, and why. */
  readonly onSkipped?: ((skipped: Skipped) => void) | undefined;
}

/** The options, checked, with every default. */
export interface Settings {
  readonly knownLines: boolean;
  readonly clean: boolean;
  readonly capOf: (tool: string) => CapBudgets | "off";
  readonly measure: Measure | undefined;
  readonly isChosen: (tool: string) => boolean;
  readonly isFile: (tool: string) => boolean;
  readonly onComposed: ((composed: Composed) => void) | undefined;
  readonly onSkipped: ((skipped: Skipped) => void) | undefined;
}

const NAMES = [
  "knownLines",
  "clean",
  "cap",
  "caps",
  "measure",
  "only",
  "except",
  "files",
  "onComposed",
  "onSkipped",
] satisfies (keyof ComposeOptions)[];

const FILES = ["Read", "read", "read_file", "view", "view_file"];

const resolveCap = (cap: CapBudgetOptions | "off"): CapBudgets | "off" =>
  cap === "off" ? cap : resolveBudgets(cap);

const readNames = (names: readonly string[] | undefined, option: string): ReadonlySet<string> | undefined => {
  if (names === undefined) return undefined;
  checkListOf(names, option, "string");
  return new Set(names);
};

/** A host's function that is told something: it cannot stop a call, and what it throws is not lost. */
const heard =
  <Told>(tell: (told: Told) => void) =>
  (told: Told): void => {
    try {
      tell(told);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };

/**
 * Checks the options and fills in the defaults.
 *
 * @param more names of options that are the caller's own
 * @throws {TypeError} an option is unknown or of the wrong type
 * @throws {RangeError} a budget is out of its range
 */
export const resolveOptions = (options: ComposeOptions = {}, more: readonly string[] = []): Settings => {
  checkObject(options, "options", '{ except: ["todo"] }');
  checkNames(options, [...NAMES, ...more], "option");
  const { knownLines = true, clean = true, cap = "off", caps = {}, files = FILES } = options;
  checkFlag(knownLines, "knownLines");
  checkFlag(clean, "clean");
  checkObject(caps, "caps", "{ bash: { maxLines: 100 } }");
  const { measure, onComposed, onSkipped } = options;
  if (measure !== undefined) checkFunction(measure, "measure");
  if (onComposed !== undefined) checkFunction(onComposed, "onComposed");
  if (onSkipped !== undefined) checkFunction(onSkipped, "onSkipped");
  const common = resolveCap(cap);
  const own = new Map(
    Object.entries(caps).flatMap(([tool, budgets]) =>
      budgets === undefined ? [] : [[tool, resolveCap(budgets)] as const],
    ),
  );
  const only = readNames(options.only, "only");
  const except = readNames(options.except, "except");
  const fileTools = readNames(files, "files");
  return {
    knownLines,
    clean,
    capOf: (tool) => own.get(tool) ?? common,
    measure,
    isChosen: (tool) => (only?.has(tool) ?? true) && except?.has(tool) !== true,
    isFile: (tool) => fileTools?.has(tool) === true,
    onComposed: onComposed && heard(onComposed),
    onSkipped: onSkipped && heard(onSkipped),
  };
};
