import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { findProgram } from "./program.js";

const give = (path: string): void => {
  vi.stubEnv("LEMBAS_OPENCODE", path);
  onTestFinished(() => void vi.unstubAllEnvs());
};

describe("the program that LEMBAS_OPENCODE names", () => {
  it("is taken where it runs", () => {
    give(process.execPath);
    expect(findProgram()).toEqual({ path: process.execPath, types: undefined });
  });

  it.each([
    ["is not there", (folder: string) => join(folder, "opencode")],
    ["is a folder", (folder: string) => folder],
  ])("fails the tests where it %s", (_, pathIn) => {
    const path = pathIn(scratchFolder());
    give(path);
    expect(findProgram).toThrow(
      `LEMBAS_OPENCODE must be the path of the program; got ${path}, which does not run`,
    );
  });
});
