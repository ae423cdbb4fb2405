import { checkText, describe } from "@lembas/arguments";
import { isBlank, toLabel } from "@lembas/format";

/** How a target is called in texts, and how many characters its joined entries may have. */
export interface MemoryTarget {
  readonly label: string;
  readonly limit: number;
}

/**
 * The targets that are there unless a host names its own: `memory` ("Memory", 2,200 characters) and `user`
 * ("The user profile", 1,375 characters).
 *
 * @example
 * createMemory({ store, targets: { ...DEFAULT_TARGETS, project: { label: "This project", limit: 3000 } } });
 */
export const DEFAULT_TARGETS = {
  memory: { label: "Memory", limit: 2200 },
  user: { label: "The user profile", limit: 1375 },
} as const satisfies Readonly<Record<string, MemoryTarget>>;

const isDefault = (target: string): target is keyof typeof DEFAULT_TARGETS =>
  Object.hasOwn(DEFAULT_TARGETS, target);

/** What messages call a target: its label, else what it is called by default, else its name. Specification 3.7. */
export const targetLabel = (target: string, label?: string | undefined): string => {
  checkText(target, "target");
  if (label !== undefined) checkText(label, "label");
  if (label !== undefined && !isBlank(label)) return toLabel(label);
  return isDefault(target) ? DEFAULT_TARGETS[target].label : toLabel(target);
};

/** @throws {RangeError} the limit is not a whole number above 0 */
export const checkLimit = (limit: number, name: string): void => {
  if (Number.isInteger(limit) && limit > 0) return;
  throw new RangeError(`${name} must be a whole number of characters above 0; got ${describe(limit)}`);
};
