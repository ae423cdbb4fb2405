import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";

const compiler = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript/package.json")));

/** How a declaration file names another of its package: `from "./x.js"`, `import("./x.js")`. */
const siblings = /(?<=\b(?:from |import\()")(?<path>\.{1,2}\/[^"]+)\.js(?=")/gu;

/**
 * Checks a package's sources and writes the declarations of its entries, and of all that these name: a `dist/*.d.ts`
 * for each module, and the same as `dist/*.d.cts` for CommonJS.
 *
 * @param {readonly string[]} entries source files, `src/index.ts`
 * @throws {Error} the compiler found something, and has printed it
 */
export const writeDeclarations = (entries) => {
  // Where nothing is packed from: a build that is killed leaves it behind.
  const scratch = mkdtempSync("node_modules/.declarations-");
  try {
    const settings = {
      extends: "../../tsconfig.json",
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: "../../src",
        outDir: ".",
      },
      include: [],
      files: entries.map((entry) => resolve(entry)),
    };
    writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify(settings));
    execFileSync(process.execPath, [compiler, "--singleThreaded", "--project", scratch], {
      stdio: "inherit",
    });

    const modules = new Set(entries.map((entry) => entry.slice("src/".length, -".ts".length)));
    for (const module of modules) {
      const text = readFileSync(join(scratch, `${module}.d.ts`), "utf8");
      mkdirSync(dirname(join("dist", module)), { recursive: true });
      writeFileSync(join("dist", `${module}.d.ts`), text);
      writeFileSync(join("dist", `${module}.d.cts`), text.replaceAll(siblings, "$<path>.cjs"));
      for (const [, path = ""] of text.matchAll(siblings)) modules.add(join(dirname(module), path));
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
};
