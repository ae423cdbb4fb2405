import { applyOpsLine } from "./apply-ops.js";
import type { Comparison, Measured } from "./compare.js";
import { editLines } from "./edit.js";
import { fileStoreLine } from "./file-store.js";
import type { Line } from "./line.js";
import { outputLine } from "./output.js";
import { readLine } from "./read.js";
import { replayLine } from "./replay.js";
import { stepHeapLine, stepTimeLine, stubHeapLine } from "./step.js";

const lines: readonly Line[] = [
  readLine,
  stubHeapLine,
  stepTimeLine,
  stepHeapLine,
  ...editLines,
  outputLine,
  applyOpsLine,
  fileStoreLine,
  replayLine,
];

const formatSide = ({ name, value, ratio }: Measured, unit: Comparison["unit"]): string =>
  `  ${ratio.toFixed(2).padStart(8)} ×  ${value.toPrecision(3).padStart(9)} ${unit}  ${name}`;

const print = (line: Line, { unit, denominator, sides, facts = {} }: Comparison): void => {
  const [own] = sides;
  const isKept = own && line.bound !== undefined && own.ratio <= line.bound;
  const verdict =
    line.bound === undefined ? "" : `: at most ${line.bound} ×, ${isKept ? "kept" : "NOT KEPT"}`;
  console.log(line.name + verdict);
  for (const side of [denominator, ...sides]) console.log(formatSide(side, unit));
  for (const [fact, value] of Object.entries(facts)) console.log(`${" ".repeat(13)}${value}  ${fact}`);
  console.log();
};

/** `tsx src/main.ts [--json] [WORD]`: every cost, or those whose name holds a word. */
const asJson = process.argv.includes("--json");
const [word = ""] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const results: object[] = [];
for (const line of lines.filter(({ name }) => name.includes(word))) {
  const comparison = await line.measure();
  results.push({ name: line.name, bound: line.bound, ...comparison });
  if (!asJson) print(line, comparison);
}
if (asJson) console.log(JSON.stringify(results, null, 2));
