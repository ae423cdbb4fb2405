import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { withoutParts } from "./without-parts.js";

/** A file to replay. */
export interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  /** How it was found: by its own name, in a folder that was named, or where an agent keeps its sessions. */
  readonly by: "name" | "folder" | "search";
}

/** Told of a file or folder that cannot be replayed, and why. */
export type Fail = (path: string, error: unknown) => void;

const recording = /\.(jsonl|ndjson|json|traj)$/i;

const sizeOf = async (path: string, by: FoundFile["by"], fail: Fail): Promise<FoundFile[]> => {
  try {
    return [{ path, bytes: (await stat(path)).size, by }];
  } catch (error) {
    fail(path, error);
    return [];
  }
};

const filesIn = async (folder: string, fail: Fail): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const paths = entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path, fail);
      return entry.isFile() && recording.test(entry.name) ? [path] : [];
    });
    return (await Promise.all(paths)).flat();
  } catch (error) {
    fail(folder, error);
    return [];
  }
};

/**
 * The files to replay that a path names: the file itself, or of a folder all that end as recordings do, folders
 * inside it included, in the order of their names, and without those that are read with another.
 *
 * @param fail told of each file or folder that is not there or may not be read; the others are found all the same
 */
export const findRecordings = async (path: string, fail: Fail): Promise<FoundFile[]> => {
  const isFolder = await stat(path).then(
    (information) => information.isDirectory(),
    () => false,
  );
  if (!isFolder) return sizeOf(path, "name", fail);
  const files = withoutParts(await filesIn(path, fail)).sort();
  return (await Promise.all(files.map((file) => sizeOf(file, "folder", fail)))).flat();
};
