import { scratchFolder } from "@lembas/build/testing";
import { createInMemoryStore, createMemory } from "@lembas/memory";
import { describe, expect, it } from "vitest";
import { codingTools } from "./coding-tools.js";

const bash = async (command: string, signal?: AbortSignal): Promise<string> => {
  const { tools } = codingTools(scratchFolder(), createMemory({ store: createInMemoryStore() }));
  const result = await tools.find(({ name }) => name === "bash")?.run({ command }, "call_1", signal);
  return result && "text" in result ? String(result.text) : "";
};

describe("recipes: the tool that runs commands", () => {
  it.each([
    ["echo done", "done\n"],
    ["echo broken >&2; exit 3", "broken\n[exited with 3]"],
    ["printf half; exit 1", "half\n[exited with 1]"],
    ["exit 2", "[exited with 2]"],
    ["kill -KILL $$", "[stopped by SIGKILL]"],
    ["no-such-command 2>/dev/null", "[exited with 127]"],
  ])("%s", async (command, text) => {
    expect(await bash(command)).toBe(text);
  });

  it("keeps output above 1 MiB, and says what it cut above 10,000,000 characters", async () => {
    expect(await bash("seq 400000")).toHaveLength(2_688_895);
    const cut = await bash(`yes ${"x".repeat(999)} | head -n 10500; echo done`);
    expect(cut.startsWith("\u2026")).toBe(true);
    expect(cut.endsWith("x\ndone\n")).toBe(true);
    expect(cut).toHaveLength(10_000_001);
  });

  it("throws where it was aborted", async () => {
    await expect(bash("sleep 30", AbortSignal.timeout(100))).rejects.toThrow();
  });
});
