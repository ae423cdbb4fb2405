import { applyOps } from "@lembas/memory";
import { compare } from "./compare.js";
import type { Line } from "./line.js";

const entries = Array.from(
  { length: 100 },
  (_, index) => `Fact number ${index} about how this project is built.`,
);
const oldText = "number 73 about";

/** A change of one of 100 remembered facts. */
export const applyOpsLine: Line = {
  name: "applyOps, one of 100 entries replaced",
  bound: 3,
  measure: () =>
    compare(
      {
        name: "joining the entries once and searching them once",
        run: () => entries.join("\n§\n").length + entries.filter((entry) => entry.includes(oldText)).length,
      },
      [
        {
          name: "applyOps",
          run: () =>
            applyOps({
              target: "memory",
              entries,
              limit: 10_000,
              ops: [{ action: "replace", old_text: oldText, content: "Another fact." }],
            }),
        },
      ],
    ),
};
