import { applyOpsLine } from "./apply-ops.js";
import type { Measured } from "./compare.js";
import type { Line } from "./line.js";
import { outputLine } from "./output.js";

const lines: readonly Line[] = [outputLine, applyOpsLine];

const formatSide = ({ name, milliseconds, ratio }: Measured): string =>
  `  ${ratio.toFixed(2).padStart(8)} ×  ${milliseconds.toPrecision(3).padStart(9)} ms  ${name}`;

/** `tsx src/main.ts [--json] [WORD]`: every cost, or those whose name holds a word. */
const asJson = process.argv.includes("--json");
const [word = ""] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const results = [];
for (const { name, bound, measure } of lines.filter((line) => line.name.includes(word))) {
  const { denominator, sides } = await measure();
  results.push({ name, bound, denominator, sides });
  if (asJson) continue;
  const [own] = sides;
  const verdict = bound && own ? `: at most ${bound} ×, ${own.ratio <= bound ? "kept" : "NOT KEPT"}` : "";
  console.log([`${name}${verdict}`, ...[denominator, ...sides].map(formatSide), ""].join("\n"));
}
if (asJson) console.log(JSON.stringify(results, null, 2));
