import { checkNames, checkObject, checkWhole } from "@lembas/arguments";

/** How much of a text is shown, in lines and in characters (code points). */
export interface CapBudgets {
  /** A text of at most so many lines, and characters, is shown whole. */
  readonly maxLines: number;
  readonly maxChars: number;
  /** What is shown of the start of a longer one. 0 of either: nothing. */
  readonly headLines: number;
  readonly headChars: number;
  /** What is shown of the end of a longer one. 0 of either: nothing. */
  readonly tailLines: number;
  readonly tailChars: number;
}

/** Budgets as a caller gives them: each one may be left out. */
export type CapBudgetOptions = { readonly [Name in keyof CapBudgets]?: CapBudgets[Name] | undefined };

const NAMES = [
  "maxLines",
  "maxChars",
  "headLines",
  "headChars",
  "tailLines",
  "tailChars",
] satisfies (keyof CapBudgets)[];

/** The head takes half of the maximum and the tail a quarter, but no more than the other, where given, leaves. */
const share = (
  unit: "Lines" | "Chars",
  maximum: number,
  head: number | undefined,
  tail: number | undefined,
): { head: number; tail: number } => {
  checkWhole(maximum, `max${unit}`);
  if (head !== undefined) checkWhole(head, `head${unit}`);
  if (tail !== undefined) checkWhole(tail, `tail${unit}`);
  if ((head ?? 0) + (tail ?? 0) > maximum) {
    const given = [head !== undefined && `head${unit} ${head}`, tail !== undefined && `tail${unit} ${tail}`];
    throw new RangeError(
      `head${unit} and tail${unit} together must be at most max${unit}, ${maximum}; got ${given.filter(Boolean).join(" and ")}`,
    );
  }
  return {
    head: head ?? Math.min(Math.floor(maximum / 2), maximum - (tail ?? 0)),
    tail: tail ?? Math.min(Math.floor(maximum / 4), maximum - (head ?? 0)),
  };
};

/**
 * All six budgets: those given, and for the rest 400 lines and 40,000 characters at most, half of the maximum
 * for the head and a quarter (floored) for the tail; where only one of these two is given, the other takes at
 * most what it leaves. Specification 1.11.
 *
 * @throws {TypeError} the budgets are no object, one of them is no number, or a name is none of theirs
 * @throws {RangeError} a budget is negative or not whole, or head and tail are together above the maximum
 * @example resolveBudgets({ maxLines: 10 }).headLines // 5
 */
export const resolveBudgets = (budgets: CapBudgetOptions = {}): CapBudgets => {
  checkObject(budgets, "budgets", "{ maxLines: 400 }");
  checkNames(budgets, NAMES, "budget");
  const { maxLines = 400, maxChars = 40_000 } = budgets;
  const lines = share("Lines", maxLines, budgets.headLines, budgets.tailLines);
  const chars = share("Chars", maxChars, budgets.headChars, budgets.tailChars);
  return {
    maxLines,
    maxChars,
    headLines: lines.head,
    headChars: chars.head,
    tailLines: lines.tail,
    tailChars: chars.tail,
  };
};
