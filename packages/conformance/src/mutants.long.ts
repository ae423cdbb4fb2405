import { expect, it } from "vitest";
import { suiteNames } from "./load-cases.js";
import { runMutants } from "./testing/run-mutants.js";

it.each(suiteNames())("the cases of %s kill most mutants of its package", async (suite) => {
  const { killed, survivors, unreached } = await runMutants(suite);
  const all = killed + survivors.length;
  const files = Object.entries(unreached).map(([file, count]) => `${file} ${count}`);
  console.log(
    [
      `${suite}: ${killed} of ${all} mutants killed, ${Math.floor((100 * killed) / all)}%`,
      ...survivors.map(({ place, change }) => `  ${place}  ${change}`),
      `  in code that no case runs: ${files.join(", ")}`,
    ].join("\n"),
  );
  expect(killed / all).toBeGreaterThan(0.8);
});
