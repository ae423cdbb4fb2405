import { readFileSync } from "node:fs";
import { ContextLedger, type JournalEntry } from "@lembas/context";
import { expect, it } from "vitest";

const sample = new URL("../../samples/working-session.jsonl", import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: a step of the sample has the parts that its op takes
const takeStep = (ledger: ContextLedger, { op, result: _, ...step }: any): string | undefined => {
  if (op === "read") return ledger.read(step).text;
  if (op === "edit" || op === "write") return ledger[op as "edit" | "write"](step).text;
  if (op === "output") return ledger.output(step).text;
  if (op === "recall") return ledger.recall(step).text;
  return op === "compact" ? ledger.compact(step) : undefined;
};

it("the sample goes on byte for byte from its journal, restarted after each step", () => {
  const steps = readFileSync(sample, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const whole = new ContextLedger({ union: true, acrossEdits: true });
  const journal: JournalEntry[] = [];
  const options = { union: true, acrossEdits: true, onEntry: (entry: JournalEntry) => journal.push(entry) };
  const texts: (string | undefined)[] = [];
  for (const step of steps) {
    const restarted = ContextLedger.replay(JSON.parse(JSON.stringify(journal)), options);
    texts.push(takeStep(restarted, step));
  }
  expect(texts).toEqual(steps.map((step) => takeStep(whole, step)));
  expect(texts.filter((text) => text?.includes("Unchanged since")).length).toBeGreaterThan(10);
});
