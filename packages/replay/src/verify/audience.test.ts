import { describe, expect, it } from "vitest";
import { countWrong } from "../report/conclusion.js";
import { replay } from "../testing/replay-steps.js";
import { Audience } from "./audience.js";

const claude = (uuid: string, parentUuid: string | null, more: object = {}): object => ({
  ...{ sessionId: "s", isSidechain: true, uuid, parentUuid, ...more },
});

describe("R1: who saw what", () => {
  it("is found out from the lines alone", () => {
    const audience = new Audience();
    const lines = [
      claude("m", null, { isSidechain: false }),
      claude("a", null),
      claude("b", null),
      claude("a1", "a"),
      claude("b1", "b"),
      claude("a2", "a1"),
      claude("c", "b1", { agentId: "x" }),
      claude("d", null, { agentId: "x" }),
    ];
    expect(lines.map((line) => audience.of(line))).toEqual([
      ...["", "agent from a", "agent from b", "agent from a", "agent from b", "agent from a"],
      ...["agent x", "agent x"],
    ]);
    expect(audience.of({ history: [] })).not.toBe(audience.of({ history: [] }));
    const event = { type: "assistant.message", data: { parentToolCallId: "c1" } };
    expect(audience.of(event)).toBe("agent c1");
    expect(audience.of({ ...event, agentId: "a1" })).toBe("agent a1");
    expect(audience.of({ ...event, data: {} })).toBe("");
    expect([audience.of(5), audience.of(undefined), audience.of({ role: "user" })]).toEqual(["", "", ""]);
  });

  it("is found in a long conversation in time that grows with its length", () => {
    const audience = new Audience();
    audience.of(claude("0", null));
    for (let line = 1; line <= 100_000; line += 1)
      expect(audience.of(claude(String(line), String(line - 1)))).toBe("agent from 0");
  });

  it("keeps what one subagent read from the stubs of another", async () => {
    const read = (uuid: string, parent: string | null, id: string): object[] => [
      claude(uuid, parent, {
        type: "assistant",
        message: { content: [{ type: "tool_use", id, name: "Read", input: { file_path: "/a" } }] },
      }),
      claude(`${uuid}-result`, uuid, {
        type: "user",
        message: { content: [{ type: "tool_result", tool_use_id: id, content: "     1\ta\n     2\tb" }] },
      }),
      claude(`${uuid}-end`, `${uuid}-result`, {
        type: "assistant",
        message: { content: [{ type: "text", text: "Done." }] },
      }),
    ];
    const { totals } = await replay(
      [...read("a", null, "1"), ...read("b", null, "2"), ...read("a-again", "a-end", "3")],
      { verify: true },
    );
    expect(totals.conversations).toBe(2);
    expect(totals.rows.read).toMatchObject({ steps: 3, stubs: 1 });
    expect(countWrong(totals)).toBe(0);
  });
});
