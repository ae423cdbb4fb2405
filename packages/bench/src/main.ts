import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { allLines } from "./all-lines.js";
import { type Comparison, isKept, type Measured } from "./compare.js";
import type { Line } from "./line.js";
import { whyNoPostgres } from "./postgres.js";

/** Measures a line in a process of its own: what others did to the engine and its heap is no part of its cost. */
const measure = async (line: Line): Promise<Comparison> => {
  const child = fork(fileURLToPath(new URL("./measure-line.ts", import.meta.url)), [
    String(allLines.indexOf(line)),
  ]);
  let comparison: Comparison | undefined;
  child.on("message", (message: Comparison) => {
    comparison = message;
  });
  const [code] = await once(child, "exit");
  if (comparison === undefined) throw new Error(`${line.name}: not measured, its process ended with ${code}`);
  return comparison;
};

const formatSide = ({ name, value, ratio }: Measured, unit: Comparison["unit"]): string =>
  `  ${ratio.toFixed(2).padStart(8)} ×  ${value.toPrecision(3).padStart(9)} ${unit}  ${name}`;

const print = (line: Line, comparison: Comparison): void => {
  const { unit, denominator, sides, facts = {} } = comparison;
  const verdict = isKept(line.bound, comparison) ? "kept" : "NOT KEPT";
  console.log(line.name + (line.bound === undefined ? "" : `: at most ${line.bound} ×, ${verdict}`));
  for (const side of [denominator, ...sides]) console.log(formatSide(side, unit));
  for (const [fact, value] of Object.entries(facts)) console.log(`${" ".repeat(13)}${value}  ${fact}`);
  console.log();
};

/** `tsx src/main.ts [--json] [WORD]`: every cost, or those whose name holds a word; exit code 1 where a bound is not kept. */
if (whyNoPostgres !== undefined)
  console.error(`The costs of PostgreSQL are not measured: ${whyNoPostgres}\n`);
const asJson = process.argv.includes("--json");
const [word = ""] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const chosen = allLines.filter(({ name }) => name.includes(word));
if (chosen.length === 0) throw new Error(`no cost has ${JSON.stringify(word)} in its name`);
const results: object[] = [];
for (const line of chosen) {
  const comparison = await measure(line);
  if (!isKept(line.bound, comparison)) process.exitCode = 1;
  results.push({ name: line.name, bound: line.bound, ...comparison });
  if (!asJson) print(line, comparison);
}
if (asJson) console.log(JSON.stringify(results, null, 2));
