import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { scratchFolder } from "./testing.js";

/** A picture of one pixel. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A file of so many lines, no two of which are equal. */
export const source = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `const value${index + 1} = compute(${index + 1}); // line ${index + 1}\n`,
  ).join("");

/**
 * Fills the folder of a project that a coding agent is to work in: `app.ts` of 120 lines, `dot.png`, and tests that
 * `sh test.sh WORD CODE` runs, of which the last line is the word in red.
 */
export const fillProject = (project: string): void => {
  writeFileSync(join(project, "app.ts"), source(120));
  writeFileSync(join(project, "dot.png"), Buffer.from(PICTURE, "base64"));
  writeFileSync(
    join(project, "test.sh"),
    'for i in $(seq 1 20); do echo "ok $i - test number $i passes"; done; printf "\\033[31m$1\\033[0m\\n"; exit $2\n',
  );
};

/**
 * Checks a program by the strict compiler.
 *
 * @param modules the `node_modules` with the types that it imports
 * @throws {Error} with what the compiler found
 */
export const checkTypes = (modules: string, text: string): void => {
  const folder = scratchFolder();
  symlinkSync(modules, join(folder, "node_modules"));
  writeFileSync(join(folder, "check.ts"), text);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: "NodeNext",
    target: "ES2023",
    lib: ["ES2024", "DOM"],
    types: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["check.ts"] }));
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin",
    "tsc",
  );
  execFileSync(process.execPath, [compiler, "-p", folder], { stdio: "pipe" });
};
