import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkFlag, checkListOf, checkNames, checkObject } from "@lembas/arguments";
import { duplicateKey } from "./duplicate-key.js";
import { FixtureError } from "./fixture-error.js";
import { fixturesFolder } from "./fixtures-folder.js";
import { type ConformanceCase, checkCases, readCases } from "./read-cases.js";
import { readPlainFile } from "./read-plain-file.js";
import { SEED_DIGESTS } from "./seed-digests.js";
import { validateFixture } from "./validate-fixture.js";

/** Which cases to load. */
export interface LoadOptions {
  /** Names of suites; without this, every suite. */
  readonly suites?: readonly string[] | undefined;
  /** Further folders that hold `<suite>/*.json`. */
  readonly folders?: readonly string[] | undefined;
  /** Only the cases of `folders`, none of `@lembas/fixtures`. */
  readonly only?: boolean | undefined;
}

/**
 * The names of all suites: the folders of cases in `@lembas/fixtures`.
 *
 * @example
 * suiteNames(); // ["context", "format", "jobs-note", "memory", "messages"]
 */
export const suiteNames = (): string[] =>
  readdirSync(fixturesFolder(), { withFileTypes: true })
    .filter((item) => item.isDirectory() && !["node_modules", "schema"].includes(item.name))
    .map((item) => item.name)
    .sort();

const jsonFiles = (folder: string): string[] => {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.sort((a, b) => Number(b === "seed.json") - Number(a === "seed.json") || (a < b ? -1 : 1));
};

const readDocument = (path: string, file: string): { bytes: Buffer; document: unknown } => {
  const bytes = readPlainFile(path, file);
  let text: string;
  let document: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    document = JSON.parse(text);
  } catch (error) {
    throw new FixtureError(`${file}: no JSON in UTF-8: ${error instanceof Error ? error.message : error}`);
  }
  const twice = duplicateKey(text);
  if (twice !== undefined)
    throw new FixtureError(`${file}: the key ${JSON.stringify(twice)} stands twice in one object`);
  return { bytes, document };
};

const checkSeed = (suite: string, file: string, bytes: Buffer): void => {
  const digest = createHash("sha256").update(bytes).digest("hex");
  if (SEED_DIGESTS[suite] !== digest) {
    throw new FixtureError(
      `${file}: the seed was changed: its SHA-256 is ${digest}, not ${SEED_DIGESTS[suite]}`,
    );
  }
};

const ownCases = (suite: string): ConformanceCase[] => {
  const folder = join(fixturesFolder(), suite);
  if (SEED_DIGESTS[suite] && !existsSync(join(folder, "seed.json"))) {
    throw new FixtureError(`${suite}/seed.json: the seed is missing`);
  }
  return jsonFiles(folder).flatMap((name) => {
    const file = `${suite}/${name}`;
    const { bytes, document } = readDocument(join(folder, name), file);
    if (name === "seed.json") checkSeed(suite, file, bytes);
    validateFixture(suite, file, document);
    return readCases(suite, file, document, name === "seed.json" ? "seed" : "ours");
  });
};

const folderCases = (folder: string, suite: string): ConformanceCase[] =>
  jsonFiles(join(folder, suite)).flatMap((name) => {
    const file = join(folder, suite, name);
    const { document } = readDocument(file, file);
    validateFixture(suite, file, document);
    return readCases(suite, file, document, folder);
  });

/** A misspelt folder would be passed over in silence: a green run of fewer cases. */
const checkFolder = (folder: string, known: readonly string[]): void => {
  if (!existsSync(folder)) throw new FixtureError(`${folder}: there is no such folder`);
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const expected = !item.isDirectory() || item.name === "schema" || known.includes(item.name);
    if (!expected && jsonFiles(join(folder, item.name)).length > 0) {
      throw new FixtureError(`${join(folder, item.name)}: no suite; the suites are ${known.join(", ")}`);
    }
  }
};

/**
 * The cases of `@lembas/fixtures` and of further folders, each file checked against its suite's schema, the seeds
 * against their SHA-256, all cases against each other. Seeds first.
 *
 * @throws {TypeError} where an option is not what it should be
 * @throws {FixtureError} naming file, case and field; also where a suite is unknown or no case is found
 * @example
 * const cases = loadCases({ suites: ["memory"] });
 */
export const loadCases = (options: LoadOptions = {}): ConformanceCase[] => {
  checkObject(options, "options", '{ suites: ["memory"] }');
  checkNames(options, ["suites", "folders", "only"], "option");
  const { suites, folders = [], only = false } = options;
  if (suites !== undefined) checkListOf(suites, "suites", "string");
  checkListOf(folders, "folders", "string");
  checkFlag(only, "only");
  const known = suiteNames();
  const chosen = suites ?? known;
  for (const suite of chosen) {
    if (!known.includes(suite)) {
      throw new FixtureError(`unknown suite ${JSON.stringify(suite)}; the suites are ${known.join(", ")}`);
    }
  }
  if (only && folders.length === 0) throw new FixtureError("only: no folder of cases was given");
  for (const folder of folders) checkFolder(folder, known);
  const cases = chosen.flatMap((suite) => [
    ...(only ? [] : ownCases(suite)),
    ...folders.flatMap((folder) => folderCases(folder, suite)),
  ]);
  if (cases.length === 0) throw new FixtureError(`no case of ${chosen.join(", ")} was found`);
  checkCases(cases);
  return cases;
};
