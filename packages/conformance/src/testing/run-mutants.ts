import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const packages = join(import.meta.dirname, "../../..");
const own = join(packages, "conformance");

/** A mutant that no case caught. */
export interface Survivor {
  /** `usage.ts:14`. */
  readonly place: string;
  /** What stood there, and what stands there in the mutant. */
  readonly change: string;
}

/** What became of the mutants of one package. */
export interface MutantReport {
  readonly killed: number;
  /** Mutants of code that some case runs, and that no case tells from the right one. */
  readonly survivors: readonly Survivor[];
  /** Mutants of code that no case runs: what a programmer gets wrong, and what is no matter of the suite. By file. */
  readonly unreached: Readonly<Record<string, number>>;
}

const TEST = `
import { expect, it } from "vitest";
import { IMPLEMENTATIONS } from ${JSON.stringify(join(own, "adapters/implementations.ts"))};
import { equalJson } from ${JSON.stringify(join(own, "src/equal-json.ts"))};
import { loadCases } from ${JSON.stringify(join(own, "src/load-cases.ts"))};

const suite = SUITE;
const implementation = await IMPLEMENTATIONS[suite]();
it.each(loadCases({ suites: [suite] }).map((item) => [item.id, item]))("%s", async (_id, item) => {
  expect(equalJson(await implementation.run(suite, item.input), item.expect)).toBe(true);
});
`;

/** A folder in which the package's source stands in the place of the built package. */
const prepare = (suite: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `mutants-${suite}-`));
  symlinkSync(join(own, "node_modules"), join(folder, "node_modules"), "junction");
  cpSync(join(packages, suite, "src"), join(folder, "source"), {
    recursive: true,
    filter: (path) => !/\.(test|long)\.ts$|[/\\]testing$/u.test(path),
  });
  const alias = [
    { find: new RegExp(`^@lembas/${suite}$`, "u").source, path: join(folder, "source/index.ts") },
    ...["diff", "@noble/hashes"].flatMap((name) => {
      const path = join(packages, suite, "node_modules", name);
      return existsSync(path) ? [{ find: `^${name}(?=$|/)`, path }] : [];
    }),
  ];
  const aliases = alias.map(
    ({ find, path }) => `{ find: new RegExp(${JSON.stringify(find)}), replacement: ${JSON.stringify(path)} }`,
  );
  writeFileSync(
    join(folder, "vitest.config.mjs"),
    `export default { resolve: { alias: [${aliases.join(", ")}] }, test: { include: ["cases.test.ts"] } };\n`,
  );
  writeFileSync(join(folder, "cases.test.ts"), TEST.replace("SUITE", JSON.stringify(suite)));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "mutants", private: true, type: "module" }),
  );
  writeFileSync(
    join(folder, "stryker.config.json"),
    JSON.stringify({
      testRunner: "vitest",
      plugins: ["@stryker-mutator/vitest-runner"],
      vitest: { configFile: "vitest.config.mjs", related: false },
      inPlace: true,
      mutate: ["source/**/*.ts"],
      reporters: ["json"],
      jsonReporter: { fileName: "report.json" },
      coverageAnalysis: "perTest",
      ignoreStatic: true,
      concurrency: 2,
      timeoutMS: 10_000,
      allowConsoleColors: false,
      checkers: [],
      disableTypeChecks: false,
      logLevel: "warn",
    }),
  );
  return folder;
};

interface ReportedMutant {
  readonly status: string;
  readonly replacement?: string;
  readonly location: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
}

interface ReportedFile {
  readonly source: string;
  readonly mutants: readonly ReportedMutant[];
}

const describe = (
  name: string,
  { source }: ReportedFile,
  { location: { start, end }, replacement = "" }: ReportedMutant,
): Survivor => {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const text = lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === lines.length - 1 ? end.column - 1 : undefined),
    )
    .join(" ");
  const short = (part: string): string => part.replace(/\s+/gu, " ").slice(0, 80);
  return {
    place: `${relative("source", name)}:${start.line}`,
    change: `${short(text)} => ${short(replacement)}`,
  };
};

/**
 * Puts the cases of a suite to every mutant that Stryker makes of its package's source.
 *
 * @example
 * const { killed, survivors } = await runMutants("format");
 */
export const runMutants = async (suite: string): Promise<MutantReport> => {
  const folder = prepare(suite);
  try {
    const stryker = join(own, "node_modules/@stryker-mutator/core/bin/stryker.js");
    const child = spawn(process.execPath, [stryker, "run", "stryker.config.json"], {
      cwd: folder,
      stdio: ["ignore", "inherit", "inherit"],
    });
    const [code] = await once(child, "close");
    const path = join(folder, "report.json");
    if (code !== 0 || !existsSync(path)) throw new Error(`stryker ended with ${code}`);
    const { files }: { files: Record<string, ReportedFile> } = JSON.parse(readFileSync(path, "utf8"));
    const all = Object.entries(files).flatMap(([name, file]) =>
      file.mutants.map((mutant) => ({ name, file, mutant })),
    );
    const withStatus = (...statuses: readonly string[]) =>
      all.filter(({ mutant }) => statuses.includes(mutant.status));
    const unreached: Record<string, number> = {};
    for (const { name } of withStatus("NoCoverage")) {
      const file = relative("source", name);
      unreached[file] = (unreached[file] ?? 0) + 1;
    }
    return {
      killed: withStatus("Killed", "Timeout").length,
      survivors: withStatus("Survived").map(({ name, file, mutant }) => describe(name, file, mutant)),
      unreached,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
