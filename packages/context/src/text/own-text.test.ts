import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { ContextLedger } from "../context-ledger.js";
import { ownText } from "./own-text.js";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const heldBytes = (work: () => unknown): number => {
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = work();
  collect();
  const held = process.memoryUsage().heapUsed - before;
  expect(kept).toBeDefined();
  return held;
};

it("an own text is the same text", () => {
  for (const text of ["", "a", "\u{1f600}".repeat(10), "x".repeat(2_000_000)])
    expect(ownText(text)).toBe(text);
});

it("a ledger keeps what was shown, not the texts that a host or a progress bar took it from", () => {
  const held = heldBytes(() => {
    const ledger = new ContextLedger();
    for (let step = 0; step < 10; step++) {
      const whole = `${step} `.repeat(1_000_000);
      ledger.output({ tool: "grep", text: whole.slice(100, 200) });
      ledger.output({ tool: "bash", text: `${whole}\r${"the last frame ".repeat(3)}` });
      ledger.read({ path: whole.slice(200, 260), content: "x", callId: whole.slice(300, 340) });
      ledger.read({ path: "a", content: `${whole}\n${whole}\nshort line of text\n`, offset: 3 });
    }
    return ledger;
  });
  expect(held).toBeLessThan(10_000_000);
});
