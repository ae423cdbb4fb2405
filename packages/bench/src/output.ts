import { ContextLedger } from "@lembas/context";
import { capText, cleanTerminal } from "@lembas/format";
import { compare } from "./compare.js";
import type { Line } from "./line.js";
import { sourceLines } from "./random.js";
import { hasControls, scanLines } from "./work.js";

/** 100 MB of a program's output. */
export const outputLine: Line = {
  name: "output of 100 MB",
  bound: 1.5,
  measure: () => {
    const part = sourceLines(26_000, 1).join("");
    // Through bytes, so that it is one flat string, as a process's output is.
    const text = Buffer.from(part.repeat(Math.ceil(100_000_000 / part.length))).toString("latin1");
    return compare(
      {
        name: "one test for control characters and one scan for newlines",
        run: () => hasControls(text) || scanLines(text),
      },
      [
        { name: "ledger.output", run: () => new ContextLedger().output({ tool: "bash", text }) },
        {
          name: "capText(cleanTerminal(text)) of @lembas/format",
          run: () => capText(cleanTerminal(text), "#a001", {}),
        },
      ],
    );
  },
};
