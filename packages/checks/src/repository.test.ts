import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { addressesOf } from "./repository.js";
import { readPublicPackages, readWorkspace, root } from "./workspace.js";

const environment = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "owner/name" };

it("is where the workflow runs", () => {
  expect(addressesOf("packages/format", environment)).toEqual({
    homepage: "https://github.com/owner/name/tree/HEAD/packages/format#readme",
    repository: {
      type: "git",
      url: "git+https://github.com/owner/name.git",
      directory: "packages/format",
    },
    bugs: { url: "https://github.com/owner/name/issues" },
  });
});

it("is never guessed", () => {
  expect(() => addressesOf("packages/format", {})).toThrow(
    "GITHUB_SERVER_URL and GITHUB_REPOSITORY must say",
  );
});

it("a release writes it into every published package.json, and into no other", () => {
  const copy = scratchFolder();
  for (const { folder, manifest } of readWorkspace()) {
    const own = join(copy, relative(root, folder));
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "package.json"), JSON.stringify(manifest));
  }
  const sources = fileURLToPath(new URL(".", import.meta.url));
  for (const name of ["repository-command.ts", "repository.ts", "workspace.ts"])
    cpSync(join(sources, name), join(copy, "packages", "checks", "src", name));
  const command = join(copy, "packages", "checks", "src", "repository-command.ts");
  const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", command], {
    cwd: join(root, "packages", "checks"),
    env: { ...process.env, ...environment },
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const published = readPublicPackages().map(({ name }) => name);
  for (const { name, folder, manifest } of readWorkspace()) {
    const directory = relative(root, folder).replaceAll("\\", "/");
    const written: unknown = JSON.parse(readFileSync(join(copy, directory, "package.json"), "utf8"));
    const addresses = published.includes(name) ? addressesOf(directory, environment) : {};
    expect(written).toEqual({ ...manifest, ...addresses });
  }
});
