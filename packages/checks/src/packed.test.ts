import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCodePackages, root } from "./workspace.js";

const packages = readCodePackages();
const folder = mkdtempSync(join(tmpdir(), "packed-"));
const tarballs = new Map<string, Buffer>();

/** All at once: pnpm takes longer to start than to pack. */
beforeAll(() => {
  const filters = packages.map(({ name }) => `--filter=${name}`);
  const packed: { name: string; filename: string }[] = JSON.parse(
    execFileSync("pnpm", [...filters, "pack", "--json", "--pack-destination", folder], {
      cwd: root,
      encoding: "utf8",
      shell: process.platform === "win32",
    }),
  );
  for (const { name, filename } of packed) tarballs.set(name, readFileSync(filename));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tarballOf = (name: string): Buffer => tarballs.get(name) ?? Buffer.alloc(0);

describe.each(packages)("$name as it is packed", ({ name, manifest }) => {
  it("is what publint would publish", async () => {
    const tarball = new Uint8Array(tarballOf(name)).buffer;
    const { messages } = await publint({ strict: true, pack: { tarball } });
    expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([]);
  });

  it("has types that every resolution finds, but node10's, which knows no exports", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarballOf(name))));
    const problems: object[] = analysis.types ? analysis.problems : [{ kind: "NoTypes" }];
    const isOld = (problem: object): boolean =>
      "resolutionKind" in problem && problem.resolutionKind === "node10";
    expect(problems.filter((problem) => !isOld(problem))).toEqual([]);
  });
});
