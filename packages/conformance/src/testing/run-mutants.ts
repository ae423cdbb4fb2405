import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";

const packages = join(import.meta.dirname, "../../..");
const own = join(packages, "conformance");
const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

/**
 * Files that some cases only pass through: the checks of what a programmer gives, the form of a tool, the store below.
 * What they do is no text of the suite, and unit tests hold it.
 */
const PASSED_THROUGH: Readonly<Record<string, readonly string[]>> = {
  memory: [
    "create-memory",
    "memory-options",
    "operation-key",
    "store/check-update",
    "store/in-memory-store",
    "tool/memory-tool",
  ],
};

const writePackage = (folder: string, manifest: object): void =>
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", ...manifest }));

/** The names of the packages in a `node_modules` folder. */
const installed = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(folder, name)).map((part) => `${name}/${part}`) : [name],
    );

/** A mutant that no case caught. */
export interface Survivor {
  /** `usage.ts`. */
  readonly file: string;
  readonly line: number;
  /** The declaration of its module that it stands in: `formatUsage`. */
  readonly inside: string;
  /** What stood there, and what stands there in the mutant: `a < b => a <= b`. */
  readonly change: string;
}

/** What became of the mutants of one package. */
export interface MutantReport {
  /** Those that some case told from the right one, the endless ones among them. */
  readonly killed: number;
  /** Those that were ended because a case did not. */
  readonly endless: number;
  /** Mutants of code that some case runs, and that no case tells from the right one. */
  readonly survivors: readonly Survivor[];
  /** Mutants of code that no case runs: what a programmer gets wrong, and what is no matter of the suite. By file. */
  readonly unreached: Readonly<Record<string, number>>;
}

/** A copy of this package beside the source of the suite's own, which stands in the place of the built one. */
const prepare = (suite: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `mutants-${suite}-`));
  const link = (target: string, ...path: readonly string[]): void => {
    mkdirSync(join(folder, ...path, ".."), { recursive: true });
    symlinkSync(target, join(folder, ...path), "junction");
  };
  for (const part of ["adapters", "src"]) cpSync(join(own, part), join(folder, part), { recursive: true });
  cpSync(join(packages, suite, "src"), join(folder, "package/source"), {
    recursive: true,
    filter: (path) => !/\.(test|long)\.ts$|[/\\]testing$/u.test(path),
  });
  writePackage(join(folder, "package"), { name: `@lembas/${suite}`, exports: "./source/index.ts" });
  writePackage(folder, { name: "mutants" });
  link(join(packages, suite, "node_modules"), "package/node_modules");
  link(join(folder, "package"), "node_modules/@lembas", suite);
  for (const name of installed(join(own, "node_modules"))) {
    if (name !== `@lembas/${suite}`) link(join(own, "node_modules", name), "node_modules", name);
  }
  const passed = PASSED_THROUGH[suite] ?? [];
  writeFileSync(
    join(folder, "stryker.config.json"),
    JSON.stringify({
      testRunner: "cases",
      suite,
      plugins: ["./src/testing/case-runner.ts"],
      testRunnerNodeArgs: ["--import", tsx],
      inPlace: true,
      mutate: ["package/source/**/*.ts", ...passed.map((file) => `!package/source/${file}.ts`)],
      reporters: ["json"],
      jsonReporter: { fileName: "report.json" },
      coverageAnalysis: "perTest",
      concurrency: 2,
      timeoutMS: 10_000,
      allowConsoleColors: false,
      checkerNodeArgs: ["--import", tsx],
      disableTypeChecks: false,
      warnings: { unknownOptions: false },
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

const DECLARATION =
  /^(?:export )?(?:async )?(?:const|let|function\*?|(?:abstract )?class|interface|type|enum) +(?<name>\w+)/u;

/** The name of the declaration that a line of a module stands in, empty above the first. */
const declarationAt = (lines: readonly string[], line: number): string =>
  lines
    .slice(0, line)
    .map((text) => DECLARATION.exec(text)?.groups?.["name"])
    .findLast((found) => found !== undefined) ?? "";

const describe = (
  name: string,
  { source }: ReportedFile,
  { location: { start, end }, replacement = "" }: ReportedMutant,
): Survivor => {
  const all = source.split("\n");
  const lines = all.slice(start.line - 1, end.line);
  const text = lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === lines.length - 1 ? end.column - 1 : undefined),
    )
    .join(" ");
  const short = (part: string): string => part.replace(/\s+/gu, " ").slice(0, 200);
  return {
    file: relative("package/source", name),
    line: start.line,
    inside: declarationAt(all, start.line),
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
    const child = spawn(process.execPath, ["--import", tsx, stryker, "run", "stryker.config.json"], {
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
      const file = relative("package/source", name);
      unreached[file] = (unreached[file] ?? 0) + 1;
    }
    return {
      killed: withStatus("Killed", "Timeout").length,
      endless: withStatus("Timeout").length,
      survivors: withStatus("Survived").map(({ name, file, mutant }) => describe(name, file, mutant)),
      unreached,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
