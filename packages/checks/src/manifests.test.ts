import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readHeadings } from "./snippets.js";
import { readCodePackages, readPublicPackages, readWorkspace, root } from "./workspace.js";

const targetsOf = (name: string) => ({
  import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
  require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
});

describe.each(readCodePackages())("$name is like the others", ({ folder, manifest, shortName }) => {
  it("has the same fields", () => {
    expect(manifest).toMatchObject({
      name: `@lembas/${shortName}`,
      license: "MIT",
      type: "module",
      sideEffects: false,
      engines: { node: ">=20.19" },
      main: "./dist/index.cjs",
      module: "./dist/index.js",
      types: "./dist/index.d.ts",
    });
    expect(folder).toBe(join(root, "packages", shortName));
    expect(manifest["files"]).toContain("dist");
    expect(manifest["description"]).toMatch(/^[A-Z].*\.$/u);
  });

  it("exports each entry to both module systems, with types for each", () => {
    const { ".": main, "./package.json": own, ...others } = manifest.exports ?? {};
    expect(main).toEqual(targetsOf("index"));
    expect(own).toBe("./package.json");
    for (const [subpath, targets] of Object.entries(others)) {
      expect(targets, subpath).toEqual(targetsOf(subpath.slice("./".length)));
    }
  });

  it("has the same scripts", () => {
    expect(manifest["scripts"]).toMatchObject({
      build: "tsup",
      types: "tsc",
      test: "vitest run",
      "test:long": "vitest run",
    });
  });

  it("has the same files", () => {
    const expected = ["README.md", "tsup.config.ts", "tsconfig.json", "vitest.config.ts", "src/index.ts"];
    expect(expected.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
  });

  it("depends on exact versions, and on its siblings by workspace:*", () => {
    const ranges = { ...manifest.dependencies, ...manifest.devDependencies };
    for (const [name, range] of Object.entries(ranges)) {
      if (name.startsWith("@lembas/")) expect(range, name).toBe("workspace:*");
      else expect(range, name).toMatch(/^(?:npm:[@a-z/-]+@)?\d+\.\d+\.\d+$/u);
    }
  });
});

it.each(readPublicPackages())("$name has a README with the five headings", ({ folder, name }) => {
  const markdown = readFileSync(join(folder, "README.md"), "utf8");
  expect(markdown.startsWith(`# ${name}\n`)).toBe(true);
  expect(readHeadings(markdown)).toEqual(["## What", "## Install", "## Use", "## API", "## Limits"]);
});

it.each(readPublicPackages())(
  "$name is found by its keywords; a release adds its addresses",
  ({ manifest }) => {
    expect(manifest["keywords"]).toEqual(
      expect.arrayContaining([expect.stringMatching(/^[a-z]+(?:-[a-z]+)*$/u)]),
    );
    for (const field of ["homepage", "repository", "bugs"]) expect(manifest).not.toHaveProperty(field);
  },
);

const RECIPES =
  "Recipes for agent frameworks, clients and loops of your own: `packages/recipes` in the repository.";

it.each(readPublicPackages())("$name has a README that says where the recipes are", ({ folder }) => {
  expect(readFileSync(join(folder, "README.md"), "utf8").split("\n")).toContain(RECIPES);
  expect(existsSync(join(root, "packages", "recipes", "README.md"))).toBe(true);
});

it.each(readPublicPackages())("$name is in the table of the root README", ({ name }) => {
  expect(readFileSync(join(root, "README.md"), "utf8")).toContain(`| [\`${name}\`](`);
});

it("every published package is a dependency of these checks, so that they run on its newest build", () => {
  const own = readWorkspace().find(({ name }) => name === "@lembas/checks");
  expect(Object.keys(own?.manifest.devDependencies ?? {})).toEqual(
    expect.arrayContaining(readPublicPackages().map(({ name }) => name)),
  );
});

it.each(readWorkspace().filter(({ folder }) => existsSync(join(folder, "src"))))(
  "$name depends on the fixtures if it reads them, so that a cached result never hides a change",
  ({ folder, manifest }) => {
    const sources = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(join(folder, "src", path), "utf8"));
    if (!sources.some((source) => /\.\.\/fixtures\//u.test(source))) return;
    expect({ ...manifest.dependencies, ...manifest.devDependencies }).toHaveProperty(["@lembas/fixtures"]);
  },
);
