import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** A file to replay. `named` is whether it was given by name, not found in a folder. */
export interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  readonly named: boolean;
}

const recording = /\.(jsonl|ndjson|json|traj)$/i;

/**
 * The files to replay: those that are named, and of folders all that end as recordings do, folders inside them
 * included, in the order of their names.
 *
 * @throws the file system's Error for a path that is not there
 */
export const findRecordings = async (paths: readonly string[]): Promise<FoundFile[]> => {
  const found: FoundFile[] = [];
  for (const path of paths) {
    const information = await stat(path);
    if (!information.isDirectory()) {
      found.push({ path, bytes: information.size, named: true });
      continue;
    }
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && recording.test(entry.name));
    for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort())
      found.push({ path: file, bytes: (await stat(file)).size, named: false });
  }
  return found;
};
