import { applyOps, readToolCall, renderMemory, renderResult } from "@lembas/memory";
import type { Implementation } from "../src/runs/run-suite.js";

/** `@lembas/memory`, put to the suite `memory`. */
export const memory: Implementation = {
  name: "@lembas/memory",
  run: (_suite, input) => {
    const { op, ...rest } = input;
    // biome-ignore lint/suspicious/noExplicitAny: the packages' own checks of what they are given are under test
    const given = rest as any;
    if (op === "render_memory") return renderMemory(given);
    if (op === "render_result") return renderResult(given.result);
    if (op === "read_tool_call") return readToolCall(given.value, given);
    const { ok, entries, message, usage, shown } = applyOps(given);
    return { ok, entries, message, usage, shown };
  },
};
