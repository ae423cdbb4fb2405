import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Of one agent's folder, at most so many entries are looked at. */
const MOST_ENTRIES = 10_000;

/** Lists folders, each once, and counts the entries that are looked at. */
export class Listing {
  readonly #known = new Map<string, readonly Dirent[]>();
  #left = MOST_ENTRIES;
  isCut = false;

  /** As many of a folder's entries as may still be looked at: where names are dates, the newest. */
  async entries(folder: string): Promise<readonly Dirent[]> {
    const known = this.#known.get(folder);
    if (known) return known;
    const all = await readdir(folder, { withFileTypes: true });
    if (all.length > this.#left) this.isCut = true;
    const taken = all.sort((one, two) => (one.name < two.name ? 1 : -1)).slice(0, this.#left);
    this.#left -= taken.length;
    this.#known.set(folder, taken);
    return taken;
  }
}

/** Whether a name is one that a pattern stands for: `*` is any text. */
const matches = (name: string, pattern: string): boolean => {
  const [start = "", ...rest] = pattern.split("*");
  const end = rest.pop();
  if (end === undefined) return name === start;
  if (name.length < start.length + end.length || !name.startsWith(start) || !name.endsWith(end)) return false;
  let at = start.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - end.length;
};

/** The folders or files in a folder whose names fit; what a symbolic link leads to is neither. */
const entriesOf = async (
  folder: string,
  pattern: string,
  kind: "folder" | "file",
  listing: Listing,
): Promise<string[]> => {
  const is = (entry: { isDirectory(): boolean; isFile(): boolean }): boolean =>
    kind === "folder" ? entry.isDirectory() : entry.isFile();
  try {
    if (!pattern.includes("*")) return is(await lstat(join(folder, pattern))) ? [join(folder, pattern)] : [];
    return (await listing.entries(folder)).flatMap((entry) =>
      is(entry) && matches(entry.name, pattern) ? [join(folder, entry.name)] : [],
    );
  } catch {
    // It is not there, may not be read, or is gone meanwhile: nothing is found in it.
    return [];
  }
};

/** The files that a pattern of names, a folder each and the file's at the end, stands for. */
export const filesOf = async (folder: string, pattern: string, listing: Listing): Promise<string[]> => {
  const names = pattern.split("/");
  const file = names.pop() ?? "";
  let folders = [folder];
  for (const name of names) {
    const below: string[] = [];
    for (const each of folders) below.push(...(await entriesOf(each, name, "folder", listing)));
    folders = below;
  }
  const files: string[] = [];
  for (const each of folders) files.push(...(await entriesOf(each, file, "file", listing)));
  return files;
};
