import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Scratch } from "./rehearsal/scratch.js";
import { Tree } from "./rehearsal/tree.js";

it("one letter changed in a fixture makes the tests fail, though they had passed before", async () => {
  const scratch = new Scratch(() => ({ TURBO_TELEMETRY_DISABLED: "1" }));
  try {
    const tree = new Tree(scratch);
    await tree.copy();
    await tree.test("@lembas/conformance");
    const file = join(tree.folder, "fixtures/memory/seed.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("Prefers tea", "Prefers sea"));
    await expect(tree.test("@lembas/conformance")).rejects.toThrow("memory");
  } finally {
    await scratch.close();
  }
});
