import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { makeFolder } from "@lembas/files";
import { messageOf } from "./message-of.js";

/** MCP clients start a server without a shell, so that nobody else replaces a `~`. */
const expandHome = (path: string): string =>
  /^~(?:$|[/\\])/.test(path) ? join(homedir(), path.slice(1)) : path;

/**
 * The folder of a memory as an absolute path; made, for its owner alone, where it is missing, and flushed with those above it.
 *
 * @throws {Error} it is not a folder, or cannot be made, read or written; the message says which
 * @example await openFolder("~/.lembas/memory") // "/home/me/.lembas/memory"
 */
export const openFolder = async (path: string): Promise<string> => {
  const folder = resolve(expandHome(path));
  try {
    await makeFolder(folder);
  } catch (error) {
    throw new Error(`--dir ${folder} is not a folder, and cannot be made one: ${messageOf(error)}`);
  }
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`--dir ${folder} cannot be read and written: ${messageOf(error)}`);
  }
  return folder;
};
