import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Where programs are: what PATH says, and where Debian has PostgreSQL's, which are not on it, the newest first. */
const folders = (): string[] => {
  const debian = "/usr/lib/postgresql";
  const versions = namesIn(debian).sort((one, other) => Number(other) - Number(one));
  return [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
    "/usr/sbin",
  ];
};

/** The folder that has all of these programs. */
export const findPrograms = (...names: readonly string[]): string | undefined =>
  folders().find((folder) => names.every((name) => isProgram(join(folder, name))));
