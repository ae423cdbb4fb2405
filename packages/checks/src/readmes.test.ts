import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runtimeNames } from "./public-names.js";
import { runSnippet } from "./run-snippet.js";
import { readSnippets } from "./snippets.js";
import { entriesOf, readCodePackages, readPublicPackages, root } from "./workspace.js";

let folder = "";

const link = async (name: string, target: string): Promise<void> => {
  const path = join(folder, "node_modules", name);
  if (existsSync(path)) return;
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path, "junction");
};

/** Makes every published package importable, and what they depend on themselves. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "readme-"));
  const packages = readPublicPackages();
  for (const owner of packages) await link(owner.name, owner.folder);
  for (const owner of packages) {
    // A program may use a host that the package is tested with.
    for (const name of Object.keys({ ...owner.manifest.dependencies, ...owner.manifest.devDependencies })) {
      await link(name, join(owner.folder, "node_modules", name));
    }
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const programs = [
  { name: "lembas", path: join(root, "README.md") },
  ...readPublicPackages().map(({ name, folder }) => ({ name, path: join(folder, "README.md") })),
]
  .filter(({ path }) => existsSync(path))
  .flatMap(({ name, path }) =>
    readSnippets(readFileSync(path, "utf8")).map((snippet) => ({ name, line: snippet.line, snippet })),
  );

/** As long as a program may take on a busy machine, in milliseconds; PostgreSQL inside the process takes the longest. */
const SLOW = 130_000;

// Beside each other: some wait longer than they compute.
it.concurrent.each(programs)(
  "the README of $name prints what it says, line $line",
  async ({ snippet }) => {
    const own = await mkdtemp(join(folder, "run-"));
    expect(await runSnippet(snippet, own)).toBe(snippet.prints);
  },
  SLOW,
);

/** What stands as code in a README's chapter on the API, and the default export, which has no name. */
const apiCode = (markdown: string): string =>
  [...(/^## API\n(.*?)(?=^## )/msu.exec(markdown)?.[1] ?? "").matchAll(/`[^`]+`|\bdefault export\b/gu)].join(
    "\n",
  );

it.each(readCodePackages())("the README of $name has each of its values under API", async (owner) => {
  const code = apiCode(readFileSync(join(owner.folder, "README.md"), "utf8"));
  const names = new Set<string>();
  for (const entry of entriesOf(owner)) for (const name of (await runtimeNames(entry)).esm) names.add(name);
  expect([...names].filter((name) => !new RegExp(`(?<![\\w$])${name}(?![\\w$])`, "u").test(code))).toEqual(
    [],
  );
});

it("reads programs and what they print", () => {
  const markdown = [
    "# Name",
    "```js\nconsole.log(1);\n```",
    "```text\n1\n```",
    "````js\n// ```\n````",
    "and\n```text\nno output of it\n```",
  ].join("\n");
  expect(readSnippets(markdown)).toEqual([
    { line: 3, code: "console.log(1);\n", prints: "1\n" },
    { line: 9, code: "// ```\n", prints: "" },
  ]);
});
