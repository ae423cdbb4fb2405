import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { installedSize, mostInstalled, sizesOfEntries } from "./sizes.js";
import { readCodePackages, root } from "./workspace.js";

const ROW = /^\| `(?<name>@lembas\/[a-z-]+)` +\| (?<kilobytes>[\d.]+) kB +\|/gmu;

const rows = [...readFileSync(join(root, "README.md"), "utf8").matchAll(ROW)].map(
  ({ groups = {} }) => groups,
);

/** Packages that nobody builds on, though they have no command: agents load them. */
const PLUGINS = ["@lembas/opencode", "@lembas/pi"];

it("the README has the sizes of the packages to build on: those that are neither programs nor plugins", () => {
  // The command of `@lembas/messages` is beside what people build on; other packages with a command are that alone.
  const libraries = readCodePackages().filter(
    ({ name, manifest }) =>
      (manifest.bin === undefined || name === "@lembas/messages") && !PLUGINS.includes(name),
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(libraries.map(({ name }) => name));
});

it.each(readCodePackages().filter(({ name }) => mostInstalled(name) !== undefined))(
  "an install of $name alone is within its bound, and the tokenizer is no part of it",
  (owner) => {
    expect(installedSize(owner).bytes).toBeLessThanOrEqual(mostInstalled(owner.name) ?? 0);
  },
);

it.each(rows)("$name in a page is within a tenth of what the README says", async ({ name, kilobytes }) => {
  const owner = readCodePackages().find((candidate) => candidate.name === name);
  if (!owner) throw new Error(`there is no package ${name}`);
  const [main] = await sizesOfEntries(owner);
  const ratio = (main?.compressed ?? 0) / (1_000 * Number(kilobytes));
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
});
