import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { makeFolder } from "./index.js";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

it.skipIf(process.platform === "win32")(
  "makes what is missing for its owner alone, and leaves what is there",
  async () => {
    const folder = scratchFolder();
    chmodSync(folder, 0o755);
    await makeFolder(join(folder, "a", "b"));
    await makeFolder(join(folder, "a"));
    expect([folder, join(folder, "a"), join(folder, "a", "b")].map(modeOf)).toEqual([0o755, 0o700, 0o700]);
  },
);

it("refuses a file in its place", async () => {
  const path = join(scratchFolder(), "file");
  writeFileSync(path, "");
  await expect(makeFolder(path)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(path, "a"))).rejects.toMatchObject({ code: "ENOTDIR" });
});
