import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root: string = resolve(fileURLToPath(new URL("../../..", import.meta.url)));

/** Packages whose main entry is for Node alone; each other main entry runs in browsers and edge workers too. */
export const nodeOnly: readonly string[] = [
  "@lembas/claude-code",
  "@lembas/files",
  "@lembas/memory-mcp",
  "@lembas/opencode",
  "@lembas/pi",
];

/** Where one condition of an export leads, as every package of ours writes it. */
export interface ExportTargets {
  readonly import: { readonly types: string; readonly default: string };
  readonly require: { readonly types: string; readonly default: string };
}

/** The parts of a package.json that the checks read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | ExportTargets>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** A package of this workspace: its folder and what its package.json says. */
export interface Package {
  readonly name: string;
  /** The name without its scope, `format`. */
  readonly shortName: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

/** One way into a package: `@lembas/memory/node` and the files that it leads to. */
export interface Entry {
  readonly package: Package;
  /** The key in `exports`: `.` or `./node`. */
  readonly subpath: string;
  /** What a consumer writes after `from`. */
  readonly specifier: string;
  readonly targets: ExportTargets;
  /** Whether it may use Node's own modules. */
  readonly node: boolean;
}

const readPackage = (folder: string): Package => {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { name: manifest.name, shortName: manifest.name.replace("@lembas/", ""), folder, manifest };
};

/** Every package of the workspace, by name: the folders of `packages/`, and `fixtures`. */
export const readWorkspace = (): Package[] =>
  [...readdirSync(join(root, "packages")).map((name) => join(root, "packages", name)), join(root, "fixtures")]
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map(readPackage)
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** The packages that are published. */
export const readPublicPackages = (): Package[] =>
  readWorkspace().filter(({ manifest }) => !manifest.private);

/** The published packages that hold code: all but the fixtures, which are data. */
export const readCodePackages = (): Package[] =>
  readPublicPackages().filter(({ name }) => name !== "@lembas/fixtures");

/** The ways into a package that lead to code. */
export const entriesOf = (owner: Package): Entry[] =>
  Object.entries(owner.manifest.exports ?? {}).flatMap(([subpath, targets]) =>
    typeof targets === "string"
      ? []
      : [
          {
            package: owner,
            subpath,
            specifier: owner.name + subpath.slice(1),
            targets,
            node: subpath === "./node" || nodeOnly.includes(owner.name),
          },
        ],
  );
