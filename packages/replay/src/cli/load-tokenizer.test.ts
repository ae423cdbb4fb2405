import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };

it("without the tokenizer everything but --tokens works, which says what to add", () => {
  const folder = scratchFolder();
  const own = fileURLToPath(new URL("../..", import.meta.url));
  for (const part of ["package.json", "bin.js", "dist", "samples"])
    cpSync(join(own, part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, "node_modules/@lembas"), { recursive: true });
  for (const name of Object.keys(manifest.dependencies))
    symlinkSync(join(own, "node_modules", name), join(folder, "node_modules", name), "junction");
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(folder, "bin.js"), "--sample", ...args], { encoding: "utf8" });
  expect(run()).toMatchObject({ status: 0, stderr: "" });
  expect(run("--tokens")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(
      /^Counting tokens takes the package gpt-tokenizer .* npm install gpt-tokenizer, or npx -p /,
    ),
  });
});
