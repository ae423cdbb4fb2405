import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { findProgram } from "./program.js";

const give = (path: string): void => {
  vi.stubEnv("CLAUDE_CODE", path);
  onTestFinished(() => void vi.unstubAllEnvs());
};

describe("the program that CLAUDE_CODE names", () => {
  it("is taken where it runs", () => {
    give(process.execPath);
    expect(findProgram()).toEqual({ path: process.execPath });
  });

  it.each([
    ["is not there", (folder: string) => join(folder, "claude")],
    ["is a folder", (folder: string) => folder],
  ])("fails the tests where it %s", (_, pathIn) => {
    const path = pathIn(scratchFolder());
    give(path);
    expect(findProgram).toThrow(
      `CLAUDE_CODE must be the path of the program; got ${path}, which does not run`,
    );
  });
});
