import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";

const bin = fileURLToPath(new URL("../../bin.js", import.meta.url));
const node = new URL("../../dist/node.js", import.meta.url).href;
const sample = fileURLToPath(new URL("../../samples/working-session.jsonl", import.meta.url));

/** Writes 100 MB of one session, with compactions, and gives its path. */
const writeLongSession = (folder: string): string => {
  const text = readFileSync(sample, "utf8");
  const path = join(folder, "long.jsonl");
  let bytes = 0;
  let entries = 0;
  for (let round = 0; bytes < 100_000_000; round += 1) {
    // Recalls need every result kept, so they and the ids go.
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith('{"op":"recall"'));
    const messages = lines.flatMap((line) => toMessages(JSON.parse(line), round));
    const part = messages
      .map((message) => `${JSON.stringify({ id: `${++entries}`, parentId: `${entries - 1}`, ...message })}\n`)
      .join("");
    appendFileSync(path, part);
    bytes += Buffer.byteLength(part);
  }
  return path;
};

const run = (megabytes: number, ...args: readonly string[]): string => {
  const heap = `--max-old-space-size=${megabytes}`;
  const { status, stderr, stdout } = spawnSync(process.execPath, [heap, ...args], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
};

it("100 MB of one session are replayed and verified in a heap of 128 MB, and compared in one of 256 MB", () => {
  const path = writeLongSession(scratchFolder());
  const program = `import { replayFile } from ${JSON.stringify(node)};
    const { totals } = await replayFile(${JSON.stringify(path)}, { verify: true });
    console.log(JSON.stringify(totals.verdicts.lembas));`;
  const { stubs, wrong } = JSON.parse(run(128, "--input-type=module", "--eval", program));
  expect(stubs).toBeGreaterThan(0);
  expect(wrong).toBe(0);
  expect(run(256, bin, path)).toMatch(/^Checked: [1-9][\d,]* claims about earlier results, 0 false\.$/mu);
});

/** A step of the sample as pi would have recorded it. */
const toMessages = (step: Record<string, unknown>, round: number): object[] => {
  const { op, id, path, content, offset, limit, before, after } = step;
  const call = (name: string, args: object, result: unknown): object[] => [
    {
      type: "message",
      message: {
        role: "assistant",
        content: [{ type: "toolCall", id: `${round}${id}`, name, arguments: args }],
      },
    },
    {
      type: "message",
      message: { role: "toolResult", toolCallId: `${round}${id}`, content: [{ type: "text", text: result }] },
    },
  ];
  if (op === "compact")
    return [
      { type: "session", cwd: "/" },
      { type: "compaction", summary: "So far." },
    ];
  if (op === "read") {
    const lines = String(content).split("\n");
    const first = Number(offset ?? 1);
    return call(
      "read",
      { path, offset, limit },
      lines.slice(first - 1, limit === undefined ? undefined : first - 1 + Number(limit)).join("\n"),
    );
  }
  if (op === "edit" && typeof after === "string")
    return call("write", { path, content: after }, `Wrote ${String(before).length}`);
  return op === "output" ? call(String(step["tool"]), { ...(step["args"] as object) }, step["text"]) : [];
};
