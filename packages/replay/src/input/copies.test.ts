import { describe, expect, it } from "vitest";
import { type RecordingValue, replayAmongOthers } from "../replay-values.js";
import { sumRows } from "../report/totals.js";

/** What each of these files adds to the sums, in order: results and their characters, calls and what they read. */
const counted = async (
  ...files: readonly (readonly unknown[])[]
): Promise<{ steps: number; given: number; calls: number }[]> => {
  const known = new Set<string>();
  const sums: { steps: number; given: number; calls: number }[] = [];
  for (const [number, values] of files.entries()) {
    const name = `file ${number}`;
    const lines = values.map((value, at): RecordingValue => ({ value, where: `${name}:${at + 1}` }));
    const { report, identities } = await replayAmongOthers(
      lines,
      name,
      { compare: true },
      () => lines,
      known,
    );
    for (const identity of identities) known.add(identity);
    const { steps, given } = sumRows(report.totals);
    sums.push({ steps, given, calls: report.totals.policies[0]?.diffs.calls ?? 0 });
  }
  return sums;
};

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

describe("copies of a session of Codex", () => {
  const line = (second: number, payload: object): object => ({
    ...{ timestamp: at(second), type: "response_item", payload },
  });
  const said = (second: number, role: string, text: string): object =>
    line(second, { type: "message", role, content: [{ type: "output_text", text }] });
  const call = (second: number, id: string): object =>
    line(second, { type: "function_call", call_id: id, name: "shell", arguments: '{"command":["ls"]}' });
  const output = (second: number, id: string): object =>
    line(second, { type: "function_call_output", call_id: id, output: "a.ts" });
  const [first, second] = ["call_8Gn2PqWz71", "call_Zk40bQw9Lm"];
  const talk = [
    said(0, "user", "Go."),
    ...[said(1, "assistant", "I look."), call(2, first), output(3, first)],
    ...[said(4, "assistant", "Again."), call(5, second), output(6, second)],
  ];
  const done = (second: number): object => said(second, "assistant", "Done.");

  it("count what a call gave, and the call, once, also where the fork has other times", async () => {
    const fork = talk.map((value) => ({ ...value, timestamp: at(60) }));
    const more = [call(61, "call_m3N4b5V6c7"), output(62, "call_m3N4b5V6c7"), done(63)];
    expect(await counted([...talk, done(7)], [...fork, ...more])).toEqual([
      { steps: 2, given: 8, calls: 3 },
      { steps: 1, given: 4, calls: 2 },
    ]);
  });

  it("count a result that the first file's model never read where the fork's read it", async () => {
    const more = [call(61, "call_m3N4b5V6c7"), output(62, "call_m3N4b5V6c7"), done(63)];
    expect(await counted(talk, [...talk, ...more], talk)).toEqual([
      { steps: 1, given: 4, calls: 2 },
      { steps: 2, given: 8, calls: 2 },
      { steps: 0, given: 0, calls: 0 },
    ]);
  });

  it("are told by the line's time too where a model counts its calls from 0", async () => {
    const numbered = [
      ...[call(1, "call_0"), output(2, "call_0"), call(3, "call_0"), output(4, "call_0")],
      done(5),
    ];
    const other = [call(11, "call_0"), output(12, "call_0"), done(13)];
    const kimi = [call(21, "functions.shell:0"), output(22, "functions.shell:0"), done(23)];
    const again = kimi.map((value, index) => ({ ...value, timestamp: at(31 + index) }));
    expect(await counted(numbered, other, numbered, kimi, again)).toEqual([
      { steps: 2, given: 8, calls: 3 },
      { steps: 1, given: 4, calls: 2 },
      // An answer without a call has no id: it counts in each.
      { steps: 0, given: 0, calls: 1 },
      { steps: 1, given: 4, calls: 2 },
      { steps: 1, given: 4, calls: 2 },
    ]);
  });

  it("count in each where nothing tells them", async () => {
    const bare = [
      { type: "function_call", call_id: "1", name: "shell", arguments: "{}" },
      { type: "function_call_output", call_id: "1", output: "a.ts" },
      { type: "function_call", call_id: "1", name: "shell", arguments: "{}" },
      { type: "function_call_output", call_id: "1", output: "a.ts" },
      { type: "message", role: "assistant", content: "Done." },
    ];
    const sums = { steps: 2, given: 8, calls: 3 };
    expect(await counted(bare, bare)).toEqual([sums, sums]);
  });
});

describe("copies of a session of Copilot CLI", () => {
  const event = (id: string, type: string, data: object): object => ({
    ...{ id, type, data, timestamp: at(0) },
  });
  const turn = (id: string): object[] => [
    event(`${id}-turn`, "assistant.turn_start", {}),
    event(`${id}-said`, "assistant.message", {
      ...{ content: "I look.", toolRequests: [{ toolCallId: id, name: "glob", arguments: {} }] },
    }),
    event(`${id}-done`, "tool.execution_complete", {
      ...{ toolCallId: id, success: true, result: { content: "a.ts" } },
    }),
  ];
  const session = [event("s", "session.start", { sessionId: "s" }), ...turn("1"), ...turn("2")];
  const done = (id: string): object => event(id, "assistant.message", { content: "Done." });

  it("count each event once", async () => {
    const first = [...session, done("d")];
    const second = [...session, ...turn("3"), done("e")];
    expect(await counted(first, second, [...second, ...turn("4"), done("f")])).toEqual([
      { steps: 2, given: 8, calls: 3 },
      { steps: 1, given: 4, calls: 2 },
      { steps: 1, given: 4, calls: 2 },
    ]);
  });

  it("count in each where the events have no id", async () => {
    const bare = [...session, done("d")].map((value) =>
      JSON.parse(JSON.stringify({ ...value, id: undefined })),
    );
    const sums = { steps: 2, given: 8, calls: 3 };
    expect(await counted(bare, bare)).toEqual([sums, sums]);
  });
});
