import { expect, it } from "vitest";
import { replay } from "../testing/replay-steps.js";
import { callNotes } from "./report-tables.js";

/** A call of the model, so many minutes after the first. */
const call = (minutes: number): object => ({
  ...{ type: "assistant", sessionId: "s", uuid: `a${minutes}` },
  timestamp: new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString(),
  message: {
    role: "assistant",
    content: [{ type: "tool_use", id: `t${minutes}`, name: "Bash", input: { command: "ls" } }],
  },
});
const result = (minutes: number): object => ({
  ...{ type: "user", sessionId: "s", uuid: `u${minutes}` },
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: `t${minutes}`, content: "a.ts" }] },
});

it("says in whole sentences of how many calls the time is known, and how many came late", async () => {
  const notes = async (...minutes: number[]): Promise<string> => {
    const { totals } = await replay(
      minutes.flatMap((at) => [call(at), result(at)]),
      { compare: true },
    );
    return callNotes(totals, "characters", undefined).join("\n");
  };
  expect(await notes(0, 1, 2)).toContain(
    "\nOf 2 calls it is known how long after the one before they came; any other is taken to come while the cache lasts, 5 minutes.\nNone of them came after more than 5 minutes.\n",
  );
  expect(await notes(0, 6)).toContain(
    "\n1 call came after more than 5 minutes and writes all of it again.\n",
  );
  expect(await notes(0, 6, 12)).toContain(
    "\n2 calls came after more than 5 minutes and write all of it again.\n",
  );
});
