import { isBlank } from "@lembas/format";
import { checkTarget } from "./memory-store.js";
import { checkLimit, type MemoryTarget } from "./target.js";

/** Throws unless the targets can be told apart, in calls and in every store, and each has a label and a limit. */
export const checkTargets = (targets: Readonly<Record<string, MemoryTarget>>): void => {
  const names = new Map<string, string>();
  for (const [name, { label, limit }] of Object.entries(targets)) {
    checkTarget(name);
    const twin = names.get(name.toLowerCase());
    if (twin !== undefined)
      throw new TypeError(`targets must differ in more than case; given: ${twin} and ${name}`);
    names.set(name.toLowerCase(), name);
    if (typeof label !== "string" || isBlank(label)) {
      throw new TypeError(`the target ${name} must have a label; given: ${JSON.stringify(label)}`);
    }
    checkLimit(limit);
  }
  if (names.size === 0) throw new TypeError("targets must name at least one target; given: none");
};
