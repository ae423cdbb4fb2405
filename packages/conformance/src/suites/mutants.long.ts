import { expect, it } from "vitest";
import { suiteNames } from "../cases/load-cases.js";
import { knownSurvivors, nameSurvivor } from "../testing/known-survivors.js";
import { runMutants } from "../testing/run-mutants.js";

const AN_HOUR = 3_600_000;

/** The share of a package's mutants that its cases kill at least: most of the others are no matter of a text. */
const LEAST_SHARE: Readonly<Record<string, number>> = {
  context: 0.78,
  format: 0.86,
  "jobs-note": 0.8,
  memory: 0.86,
  messages: 0.83,
};

it.each(suiteNames())(
  "the cases of %s kill every mutant of its package that has no reason to live",
  {
    timeout: AN_HOUR,
  },
  async (suite) => {
    const { killed, endless, survivors, unreached } = await runMutants(suite);
    const all = killed + survivors.length;
    const known = knownSurvivors(suite);
    const unknown = survivors.filter((survivor) => !known.includes(nameSurvivor(survivor)));
    const names = new Set(survivors.map(nameSurvivor));
    const files = Object.entries(unreached).map(([file, count]) => `${file} ${count}`);
    console.log(
      [
        `${suite}: ${killed} of ${all} mutants killed, ${Math.floor((100 * killed) / all)}% (${endless} endless)`,
        `  ${survivors.length - unknown.length} left alive for a reason, of ${known.length} in src/testing/survivors/${suite}.json`,
        `  in code that no case runs: ${files.join(", ")}`,
      ].join("\n"),
    );
    expect
      .soft(unknown.map((mutant) => `${nameSurvivor(mutant)} (${mutant.file}:${mutant.line})`))
      .toEqual([]);
    expect
      .soft(
        known.filter((name) => !names.has(name)),
        "reasons that no mutant needs",
      )
      .toEqual([]);
    expect(killed / all).toBeGreaterThan(LEAST_SHARE[suite] ?? 1);
  },
);
