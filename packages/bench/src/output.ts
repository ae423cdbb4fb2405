import { capText, cleanTerminal } from "@lembas/format";
import { compare } from "./compare.js";
import type { Line } from "./line.js";
import { sourceLines } from "./random.js";

const controls = /[\0-\x08\x0b-\x1f\x7f]/u;

const scanLines = (text: string): number => {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
};

/** 100 MB of a program's output, cleaned and capped. */
export const outputLine: Line = {
  name: "100 MB of output, cleaned and capped",
  bound: 1.5,
  measure: () => {
    const million = sourceLines(26_000, 1).join("");
    const text = Buffer.from(million.repeat(Math.ceil(100_000_000 / million.length))).toString("latin1");
    return compare(
      {
        name: "one test for control characters and one scan for newlines",
        run: () => controls.test(text) || scanLines(text),
      },
      [{ name: "capText(cleanTerminal(text))", run: () => capText(cleanTerminal(text), "#a001", {}) }],
    );
  },
};
