import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { declaredNames, namesOfKind } from "../public-names.js";
import { runSnippet } from "../run-snippet.js";
import { sizeOfFolder } from "../sizes.js";
import { readSnippets } from "../snippets.js";
import { entriesOf, type Manifest, type Package } from "../workspace.js";
import type { Registry } from "./registry.js";
import type { Scratch } from "./scratch.js";

/** What an install of one package alone brought. */
export interface Installed {
  /** Bytes in `node_modules`. */
  readonly bytes: number;
  /** The packages that came, by name. */
  readonly packages: readonly string[];
  /** How many programs of its README ran. */
  readonly programs: number;
}

/** The versions of TypeScript that the types are tried with: the one this project uses, and the newest of 6 and 7. */
export const compilers: readonly string[] = ["5.9.3", "6", "7"];

const folderOfCompiler = (scratch: Scratch, version: string): string => scratch.path(`typescript-${version}`);

const npmInstall = ["install", "--no-audit", "--no-fund", "--install-strategy=hoisted"];

/** Installs the compilers that consumers may have. */
export const installCompilers = async (scratch: Scratch): Promise<void> => {
  for (const version of compilers) {
    const folder = folderOfCompiler(scratch, version);
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    await scratch.run("npm", [...npmInstall, `typescript@${version}`], { cwd: folder });
  }
};

/** Installs a package alone into an empty folder, and uses it in every way that a consumer can. */
export const consume = async (scratch: Scratch, registry: Registry, owner: Package): Promise<Installed> => {
  const folder = scratch.path(`consumer-${owner.shortName}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  writeFileSync(join(folder, ".npmrc"), registry.settings);
  await scratch.run("npm", [...npmInstall, owner.name], { cwd: folder });
  const modules = join(folder, "node_modules");
  const lock: { packages: Record<string, unknown> } = JSON.parse(
    readFileSync(join(modules, ".package-lock.json"), "utf8"),
  );
  const packages = Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//u, ""));
  const bytes = sizeOfFolder(modules);

  const published: Package = {
    ...owner,
    folder: join(modules, owner.name),
    manifest: JSON.parse(readFileSync(join(modules, owner.name, "package.json"), "utf8")),
  };
  const entries = namesOfEntries(published);
  for (const entry of entries) await load(scratch, folder, entry);
  await scratch.run("npm", [...npmInstall, "--no-save", "@types/node@20.19.43"], { cwd: folder });
  await compile(scratch, folder, entries);
  await runCommands(scratch, folder, published.manifest);
  const programs = await runReadme(folder, published, packages);
  return { bytes, packages, programs };
};

interface EntryNames {
  readonly specifier: string;
  readonly node: boolean;
  readonly values: readonly string[];
  readonly types: readonly string[];
}

const namesOfEntries = (published: Package): EntryNames[] => {
  const entries = entriesOf(published).map(({ specifier, node, targets }) => ({
    specifier,
    node,
    file: join(published.folder, targets.import.types),
  }));
  const names = declaredNames(entries.map(({ file }) => file));
  return entries.map(({ specifier, node, file }) => ({
    specifier,
    node,
    values: namesOfKind(names.get(file), "value"),
    types: namesOfKind(names.get(file), "type"),
  }));
};

const load = async (scratch: Scratch, folder: string, { specifier, values }: EntryNames): Promise<void> => {
  const print = "console.log(JSON.stringify(Object.keys(all).sort()));";
  const programs = {
    "load.mjs": `import * as all from "${specifier}";\n${print}\n`,
    "load.cjs": `const all = require("${specifier}");\n${print}\n`,
  };
  for (const [name, code] of Object.entries(programs)) {
    writeFileSync(join(folder, name), code);
    const printed = (await scratch.run(process.execPath, [name], { cwd: folder })).trim();
    const expected = JSON.stringify(values);
    if (printed !== expected) {
      throw new Error(`${name} of ${specifier} has ${printed}, and its types promise ${expected}.`);
    }
  }
};

/** How consumers resolve modules: Node's way in both module systems, and a bundler's. */
const resolutions = [
  { options: { module: "nodenext" }, files: ["names.mts", "names.cts"] },
  { options: { module: "esnext", moduleResolution: "bundler" }, files: ["names.ts"] },
];

/** Names every value and type of a package, with each compiler; the types of Node are there only for its Node entries. */
const compile = async (scratch: Scratch, folder: string, all: readonly EntryNames[]): Promise<void> => {
  for (const node of [false, true]) {
    const entries = all.filter((entry) => entry.node === node);
    if (entries.length === 0) continue;
    for (const name of ["names.mts", "names.cts", "names.ts"]) {
      writeFileSync(join(folder, name), entries.map(reexport).join(""));
    }
    for (const { options, files } of resolutions) {
      const compilerOptions = {
        ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
        target: "es2023",
        // A main entry asks for nothing but the language; on Node there are its types, and TypeScript's own default.
        ...(node ? { types: ["node"] } : { types: [], lib: ["es2023"] }),
        ...options,
      };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
      for (const version of compilers) {
        const tsc = join(folderOfCompiler(scratch, version), "node_modules/typescript/bin/tsc");
        await scratch.run(process.execPath, [tsc, "--project", "tsconfig.json"], { cwd: folder });
      }
    }
  }
};

const reexport = ({ specifier, values, types }: EntryNames, index: number): string => {
  const list = (names: readonly string[]): string =>
    names.map((name) => `${name} as ${name}${index}`).join(", ");
  return [
    `export { ${list(values)} } from "${specifier}";`,
    `export type { ${list(types)} } from "${specifier}";`,
    "",
  ].join("\n");
};

const runCommands = async (scratch: Scratch, folder: string, manifest: Manifest): Promise<void> => {
  for (const command of Object.keys(manifest.bin ?? {})) {
    const printed = await scratch.run("npx", ["--no-install", command, "--help"], { cwd: folder });
    if (!printed.includes(command)) throw new Error(`${command} --help does not say what it is:\n${printed}`);
  }
};

/** Runs the programs of a README that need nothing but what came with the package. */
const runReadme = async (
  folder: string,
  published: Package,
  packages: readonly string[],
): Promise<number> => {
  const snippets = readSnippets(readFileSync(join(published.folder, "README.md"), "utf8"));
  const runnable = snippets.filter(({ code }) =>
    [...code.matchAll(/ from "(?<name>(?:@[^/"]+\/)?[^/"]+)/gu)].every(
      ({ groups }) => groups?.["name"]?.startsWith("node:") || packages.includes(groups?.["name"] ?? ""),
    ),
  );
  for (const snippet of runnable) {
    const printed = await runSnippet(snippet, folder);
    if (printed !== snippet.prints) {
      throw new Error(`${published.name}: line ${snippet.line} of its README prints\n${printed}`);
    }
  }
  return runnable.length;
};
