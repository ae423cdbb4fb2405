import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Survivor } from "./run-mutants.js";

/** Mutants that no case can catch, or none needs to, by the reason. */
interface KnownSurvivors {
  readonly why: string;
  /** Each as {@link nameSurvivor} writes it. */
  readonly mutants: readonly string[];
}

/** A mutant by the code that it changes, wherever that moves: `formatUsage  a < b => a <= b`. */
export const nameSurvivor = ({ inside, change }: Survivor): string => `${inside}  ${change}`;

/** The survivors of a suite that were looked at and are left alive for a reason. */
export const knownSurvivors = (suite: string): string[] => {
  const path = join(import.meta.dirname, "survivors", `${suite}.json`);
  const groups: readonly KnownSurvivors[] = JSON.parse(readFileSync(path, "utf8"));
  return groups.flatMap(({ mutants }) => mutants);
};
