import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";

const script = fileURLToPath(new URL("../../scripts/record-sample.ts", import.meta.url));
const repository = fileURLToPath(new URL("../../../..", import.meta.url));

it("the sample recorded twice from the same tree is the same to the byte", () => {
  const folder = scratchFolder();
  const [first, second] = ["first.jsonl", "second.jsonl"].map((name) => {
    const path = join(folder, name);
    const { status, stderr } = spawnSync("pnpm", ["exec", "tsx", script, path], {
      encoding: "utf8",
      cwd: repository,
    });
    expect([status, stderr]).toEqual([0, ""]);
    return readFileSync(path, "utf8");
  });
  expect(first).toBe(second);
});
