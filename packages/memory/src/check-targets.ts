import { checkObject, describe } from "@lembas/arguments";
import { isBlank } from "@lembas/format";
import { checkTarget } from "./memory-store.js";
import { checkLimit, type MemoryTarget } from "./target.js";

const EXAMPLE = '{ label: "This project", limit: 3000 }';

const checkSettings = (settings: MemoryTarget, name: string): void => {
  checkObject(settings, name, EXAMPLE);
  const { label, limit } = settings;
  if (typeof label !== "string" || isBlank(label)) {
    throw new TypeError(`${name}.label must be a string that is not blank; got ${describe(label)}`);
  }
  checkLimit(limit, `${name}.limit`);
};

/**
 * @throws {TypeError} the targets cannot be told apart, in calls or in a store, or there is none, or one has no label
 * @throws {RangeError} a limit is not a whole number above 0
 */
export const checkTargets = (targets: Readonly<Record<string, MemoryTarget>>): void => {
  checkObject(targets, "targets", `{ project: ${EXAMPLE} }`);
  const names = new Map<string, string>();
  for (const [name, settings] of Object.entries(targets)) {
    checkTarget(name);
    const twin = names.get(name.toLowerCase());
    if (twin !== undefined) {
      throw new TypeError(`targets must be names that differ in more than case; got ${twin} and ${name}`);
    }
    names.set(name.toLowerCase(), name);
    checkSettings(settings, `targets.${name}`);
  }
  if (names.size === 0) throw new TypeError("targets must be at least one target; got none");
};
