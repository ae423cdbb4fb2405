import { chmodSync, chownSync, statSync, symlinkSync, writeFileSync } from "node:fs";
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

it.skipIf(process.platform !== "linux")(
  "S2: a place where no folder can be made is an Error, and no endless search",
  async () => {
    await expect(makeFolder("/proc/nope")).rejects.toMatchObject({ code: "ENOENT" });
    await expect(makeFolder("/proc/nope/deeper/still")).rejects.toMatchObject({ code: "ENOENT" });
  },
);

it("S2: a link that leads nowhere is an Error", async () => {
  const folder = scratchFolder();
  symlinkSync("nowhere", join(folder, "link"));
  await expect(makeFolder(join(folder, "link"))).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(folder, "link", "a"))).rejects.toThrow(/EEXIST|ENOENT/);
});

it.skipIf(process.getuid?.() !== 0)("M6: what root makes is its folder's owner's", async () => {
  const folder = scratchFolder();
  chownSync(folder, 10_000, 10_001);
  await makeFolder(join(folder, "a", "b"));
  for (const path of ["a", "a/b"]) {
    expect(statSync(join(folder, path))).toMatchObject({ uid: 10_000, gid: 10_001 });
  }
});

it("refuses a file in its place", async () => {
  const path = join(scratchFolder(), "file");
  writeFileSync(path, "");
  await expect(makeFolder(path)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(path, "a"))).rejects.toMatchObject({ code: "ENOTDIR" });
});
