import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundleEntry } from "./bundle.js";
import { entriesOf, type Manifest, type Package, root } from "./workspace.js";

/** What one entry weighs for a page: all that it reaches, in one file. */
export interface EntrySize {
  readonly specifier: string;
  /** Bytes. */
  readonly minified: number;
  /** Bytes after gzip. */
  readonly compressed: number;
}

/** The bytes of all files below a folder, `node_modules` inside it counted too. */
export const sizeOfFolder = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, item) => {
    const path = join(folder, item.name);
    if (item.isDirectory()) return sum + sizeOfFolder(path);
    return item.isFile() ? sum + statSync(path).size : sum;
  }, 0);

/** The minified size of each entry of a built package. */
export const sizesOfEntries = (owner: Package): Promise<EntrySize[]> =>
  Promise.all(
    entriesOf(owner).map(async (entry) => {
      const { code } = await bundleEntry(entry, { minify: true });
      return {
        specifier: entry.specifier,
        minified: Buffer.byteLength(code),
        compressed: gzipSync(code, { level: 9 }).length,
      };
    }),
  );

/** What an install of a package alone may bring, in bytes, where there is a bound: people run it before they know it. */
export const mostInstalled = (name: string): number | undefined =>
  name === "@lembas/replay" ? 3_000_000 : undefined;

const CHUNK = /\bchunk-[A-Z0-9]+\.c?js$/u;

/** The chunks that the other files name, themselves or by another chunk. */
const namedChunks = (folder: string, paths: readonly string[]): Set<string> => {
  const named = new Set(paths.filter((path) => /\.c?js$/u.test(path) && !CHUNK.test(path)));
  for (const path of named) {
    const text = readFileSync(join(folder, path), "utf8");
    for (const other of paths) if (CHUNK.test(other) && text.includes(basename(other))) named.add(other);
  }
  return named;
};

interface Packed {
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/**
 * The bytes of a package of ours as npm unpacks it. A chunk that nothing names is of an earlier build: the cache of
 * builds lays the files of one beside those of the one before.
 */
const sizeOfPublished = (folder: string, { files }: Packed): number => {
  const named = namedChunks(
    folder,
    files.map(({ path }) => path),
  );
  return files
    .filter(({ path }) => !CHUNK.test(path) || named.has(path))
    .reduce((sum, { size }) => sum + size, 0);
};

/** What npm would pack of packages of ours, asked once for all: it takes longer to start than to pack. */
const packedOf = (folders: readonly string[]): Packed[] => {
  const packed: Packed[] = JSON.parse(
    execFileSync("npm", ["pack", ...folders, "--dry-run", "--json", "--ignore-scripts"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      shell: process.platform === "win32",
    }),
  );
  if (packed.length !== folders.length)
    throw new Error(`npm packs ${packed.length} of ${folders.join(", ")}.`);
  return packed;
};

/** The bytes that an install of a package alone brings, with all that it depends on, and how many packages that is. */
export const installedSize = (owner: Package): { bytes: number; packages: number } => {
  const ours = new Set<string>();
  const others = new Set<string>();
  const visit = (folder: string): void => {
    if (ours.has(folder) || others.has(folder)) return;
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    (manifest.name.startsWith("@lembas/") ? ours : others).add(folder);
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      visit(resolveDependency(folder, manifest.name, name));
    }
  };
  visit(owner.folder);
  const folders = [...ours];
  const bytes = [
    ...packedOf(folders).map((packed, index) => sizeOfPublished(folders[index] ?? "", packed)),
    ...[...others].map(sizeOfFolder),
  ];
  return { bytes: bytes.reduce((sum, size) => sum + size, 0), packages: bytes.length };
};

/** pnpm links what a package of ours depends on inside it, and what any other one does beside it. */
const resolveDependency = (folder: string, owner: string, name: string): string =>
  owner.startsWith("@lembas/")
    ? realpathSync(join(folder, "node_modules", name))
    : realpathSync(join(folder, ...owner.split("/").map(() => ".."), name));
