import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LedgerPolicy, leanLedger } from "./ledger-policy.js";
import type { ResultingStep, Step } from "./step.js";
import { UncutPolicy } from "./uncut-policy.js";

/** Lines of which texts share many; the long ones are above every cap. */
const anyText = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.nat({ max: 20 }), fc.integer({ min: 1, max: 40 })) },
  { weight: 1, arbitrary: fc.tuple(fc.nat({ max: 20 }), fc.constantFrom(400, 401, 2_000, 2_001)) },
);
const linesOf = ([first, count]: readonly [number, number]): string =>
  Array.from({ length: count }, (_, at) => `line ${first + at} of some file\n`).join("");

const anyStep = fc.oneof(
  { weight: 4, arbitrary: anyText.map((text) => ({ op: "output", text: linesOf(text) }) as const) },
  {
    weight: 1,
    // A program that moves the cursor prints more lines than its text has.
    arbitrary: fc
      .constantFrom(2, 500)
      .map((down) => ({ op: "output", text: `a\u{1b}[${down}Bb\n` }) as const),
  },
  { weight: 1, arbitrary: fc.constant({ op: "output", text: `${"x".repeat(60_000)}\n` } as const) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(anyText, fc.integer({ min: 1, max: 3 }), fc.constantFrom(undefined, 5, 2_000))
      .map(([text, first, limit]) => ({ op: "read", content: linesOf(text), first, limit }) as const),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyText, anyText)
      .map(([before, after]) => ({ op: "edit", before: linesOf(before), after: linesOf(after) }) as const),
  },
  { weight: 1, arbitrary: fc.nat({ max: 12 }).map((target) => ({ op: "recall", target }) as const) },
  { weight: 1, arbitrary: fc.nat({ max: 12 }).map((kept) => ({ op: "compact", kept }) as const) },
);

const idOf = (number: number): string => `#${(0xa000 + number).toString(16)}`;

describe("the lean ledger without caps", () => {
  it("inserts and verifies what a ledger of its own does, together with the lean one until a cap could cut", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 14 }), (list) => {
        const lean = new LedgerPolicy(leanLedger(false), true, true);
        const both = new UncutPolicy(lean);
        const alone = {
          lean: new LedgerPolicy(leanLedger(false), true, true),
          leanWhole: new LedgerPolicy(leanLedger(true), true, true),
        };
        for (const [at, each] of list.entries()) {
          const common = { id: idOf(at), tool: each.op === "output" ? "bash" : each.op, given: "" };
          if (each.op === "compact") {
            const step: Step = { op: "compact", kept: [idOf(each.kept)].filter(() => each.kept < at) };
            const { lean: one, leanWhole } = both.removeBoth(step);
            expect([one, leanWhole]).toEqual([alone.lean.remove(step), alone.leanWhole.remove(step)]);
            continue;
          }
          const step: ResultingStep =
            each.op === "recall"
              ? { ...common, ...each, target: idOf(each.target), offset: undefined, limit: undefined }
              : each.op === "read"
                ? { ...common, ...each, path: "a" }
                : each.op === "edit"
                  ? { ...common, ...each, path: "a" }
                  : { ...common, ...each };
          const { lean: one, leanWhole } = both.insertBoth(step);
          expect(one).toEqual(alone.lean.insert(step));
          expect(leanWhole).toEqual(alone.leanWhole.insert(step));
        }
        expect(lean.verdict).toEqual(alone.lean.verdict);
        expect(both.verdict).toEqual(alone.leanWhole.verdict);
      }),
      { numRuns: 150 },
    );
  });
});
