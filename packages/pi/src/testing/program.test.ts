import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it, onTestFinished, vi } from "vitest";
import { findProgram } from "./program.js";

it("the program that LEMBAS_PI names fails the tests where it is not there", () => {
  const path = join(scratchFolder(), "cli.js");
  vi.stubEnv("LEMBAS_PI", path);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(findProgram).toThrow(
    `LEMBAS_PI must be the path of the program's JavaScript; got ${path}, which does not run`,
  );
});
