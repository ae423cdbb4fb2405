import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { replayFile } from "../replay-file.js";
import { findRecordings } from "./find-recordings.js";
import { findSessions } from "./find-sessions.js";

const write = (folder: string, path: string, value: unknown): string => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
  return file;
};
const event = (kind: string, call: string, more: object): object => ({
  ...{ id: `${kind} ${call}`, kind, source: "agent", tool_name: "terminal", tool_call_id: call },
  ...more,
});
const action = (call: string): object =>
  event("ActionEvent", call, { llm_response_id: call, tool_call: { arguments: "{}" } });
const observation = (call: string, text: string): object =>
  event("ObservationEvent", call, { observation: { content: [{ type: "text", text }] } });

it("a conversation in OpenHands' store is read with the events that stand beside its state, in order", async () => {
  const home = scratchFolder();
  const folder = join(home, ".openhands/conversations/0a1b");
  const state = write(folder, "base_state.json", { id: "0a1b", agent: {} });
  write(folder, "events/event-100000-0000000c.json", action("2"));
  write(folder, "events/event-00001-0000000b.json", observation("1", "four"));
  write(folder, "events/event-00000-0000000a.json", action("1"));
  const { format, totals, problems } = await replayFile(state, { compare: true });
  expect({ format, problems }).toMatchObject({ format: "OpenHands" });
  expect(totals.rows.output).toMatchObject({ steps: 1, given: 4 });
  const found = await findSessions({ home, environment: {} });
  expect(found.map(({ agent, sessions }) => [agent, sessions[0]?.files[0]?.path])).toEqual([
    ["OpenHands", state],
  ]);
  const named = await findRecordings(join(home, ".openhands"), () => undefined);
  expect(named.map(({ path }) => path)).toEqual([state]);
});
