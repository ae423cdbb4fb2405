import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { describe, expect, it } from "vitest";
import { replayFile } from "../replay-file.js";
import { findSessions } from "./find-sessions.js";

const write = (folder: string, path: string, value: unknown): string => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value, null, 2));
  return file;
};
const tool = (callID: string, output: string): object => ({
  ...{ type: "tool", tool: "glob", callID },
  state: { status: "completed", input: {}, output, time: { start: 1, end: 2 } },
});

describe("a session in opencode's store of files", () => {
  it("is read with the messages and parts that stand beside it, in order", async () => {
    const home = scratchFolder();
    const store = join(home, ".local/share/opencode/storage");
    const session = write(store, "session/p/ses_1.json", { id: "ses_1", projectID: "p", title: "Mend it" });
    write(store, "message/ses_1/msg_2.json", { id: "msg_2", role: "assistant", time: { created: 2 } });
    write(store, "message/ses_1/msg_1.json", { id: "msg_1", role: "assistant", time: { created: 1 } });
    write(store, "message/ses_1/msg_3.json", { id: "../../secret", role: "assistant" });
    write(store, "secret/prt_1.json", tool("c9", "secret"));
    write(store, "part/msg_1/prt_2.json", tool("c1", "a.ts"));
    write(store, "part/msg_1/prt_1.json", { type: "step-start" });
    write(store, "part/msg_2/prt_3.json", { type: "text", text: "Done." });
    const { format, totals, problems } = await replayFile(session, { compare: true });
    expect({ format, problems }).toEqual({ format: "opencode", problems: [] });
    expect(totals.rows.output).toMatchObject({ steps: 1, given: 4 });
    expect(totals.policies[0]?.diffs.calls).toBe(2);
    const found = await findSessions({ home, environment: {} });
    expect(
      found.map(({ agent, sessions }) => [
        agent,
        sessions.flatMap(({ files }) => files.map(({ path }) => path)),
      ]),
    ).toEqual([["opencode", [session]]]);
  });

  it("is none where its name, or its place, is another", async () => {
    const store = scratchFolder();
    const info = { id: "ses_1", projectID: "p" };
    for (const path of ["session/p/ses_2.json", "other/p/ses_1.json"])
      await expect(replayFile(write(store, path, info))).rejects.toThrow("no recording that is known");
  });
});
