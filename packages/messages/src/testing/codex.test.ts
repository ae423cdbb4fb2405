import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { findCodex } from "./codex.js";

const give = (path: string): void => {
  vi.stubEnv("CODEX", path);
  onTestFinished(() => void vi.unstubAllEnvs());
};

describe("the program that CODEX names", () => {
  it("is taken where it runs", () => {
    give(process.execPath);
    expect(findCodex()).toEqual({ path: process.execPath });
  });

  it.each([
    ["is not there", (folder: string) => join(folder, "codex")],
    ["is a folder", (folder: string) => folder],
  ])("fails the tests where it %s", (_, pathIn) => {
    const path = pathIn(scratchFolder());
    give(path);
    expect(findCodex).toThrow(`CODEX must be the path of the program; got ${path}, which does not run`);
  });
});
