import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { copyTree } from "./copy-tree.js";
import { root } from "./workspace.js";

/** What turbo looks a test task's earlier result up by, for each package. */
const hashes = (folder: string): Map<string, string> => {
  const plan: { tasks: { taskId: string; hash: string }[] } = JSON.parse(
    execFileSync(
      process.execPath,
      [join(root, "node_modules/turbo/bin/turbo"), "run", "test", "--dry=json", "--cwd", folder],
      { encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "ignore"] },
    ),
  );
  return new Map(plan.tasks.map(({ taskId, hash }) => [taskId, hash]));
};

it("no cache hides a changed fixture", () => {
  const folder = mkdtempSync(join(tmpdir(), "cache-"));
  try {
    copyTree(folder);
    const before = hashes(folder);
    const file = join(folder, "fixtures/memory/seed.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("Prefers tea", "Prefers sea"));
    const after = hashes(folder);
    const changed = [...after].filter(([task, hash]) => before.get(task) !== hash).map(([task]) => task);
    expect(changed).toContain("@lembas/conformance#test");
    expect(changed).not.toContain("@lembas/format#test");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
