import { randomUUID } from "node:crypto";
import { renameSync, rmSync, type Stats, writeFileSync } from "node:fs";
import { access, constants, lstat, open, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { isReportPage } from "../report/page/report-page.js";
import { CannotRun, codeOf, inWords } from "./cannot-run.js";

/** Where a page is written. */
interface PageFile {
  readonly path: string;
  /** Of the file that the page replaces; `undefined`: a new file. */
  readonly replaced: Stats | undefined;
}

/** A page says what it is within so many bytes. */
const BEGINNING = 1_024;

/** How the system says that a file or folder is closed to somebody. */
const CLOSED: readonly unknown[] = ["EACCES", "EPERM", "EROFS"];

const cannotWrite = (error: unknown, path: string): CannotRun =>
  new CannotRun(CLOSED.includes(codeOf(error)) ? `${path} may not be written.` : inWords(error, path));

const elsewhere = (path: string, why: string): CannotRun =>
  new CannotRun(`${path} ${why}: name another file for the page.`);

/** What a file is; `undefined` where there is none. */
const lookAt = async (path: string, look: (path: string) => Promise<Stats>): Promise<Stats | undefined> => {
  try {
    return await look(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
};

/** Whether nothing is lost where a page takes a file's place: it is empty, or a page itself. */
const isReplaceable = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
    return bytesRead === 0 || isReportPage(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await file.close();
  }
};

const refuseRecording = async (path: string, page: Stats, recordings: readonly string[]): Promise<void> => {
  for (const recording of recordings) {
    const { dev, ino } = (await lookAt(recording, stat)) ?? {};
    if (dev === page.dev && ino === page.ino) throw elsewhere(path, "is a recording to replay");
  }
};

const find = async (path: string, recordings: readonly string[]): Promise<PageFile> => {
  const there = await lookAt(path, stat);
  if (there?.isDirectory() || path.endsWith("/") || path.endsWith(sep))
    throw new CannotRun(`${path} is a folder: name a file for the page.`);
  if (there === undefined) {
    if ((await lookAt(path, lstat)) !== undefined)
      throw elsewhere(path, "is a symbolic link to a file that is not there");
    const folder = dirname(path);
    if (!(await lookAt(folder, stat))?.isDirectory())
      throw new CannotRun(`There is no folder ${folder} for the page.`);
    await access(folder, constants.W_OK);
    return { path, replaced: undefined };
  }
  await refuseRecording(path, there, recordings);
  await access(path, constants.W_OK);
  if (!there.isFile()) return { path, replaced: there };
  if (!(await isReplaceable(path))) throw elsewhere(path, "is there already and no page of lembas-replay");
  const target = await realpath(path);
  await access(dirname(target), constants.W_OK);
  return { path: target, replaced: there };
};

/**
 * Makes sure that a page can be written to a path, and that nothing is lost by it: the file is new, empty, a page that
 * was written before, or no file but a device or a pipe.
 *
 * @param recordings the files that are replayed, of which it may be none
 * @throws {CannotRun} it cannot, or something would be lost
 */
export const checkPageFile = async (path: string, recordings: readonly string[]): Promise<PageFile> => {
  try {
    return await find(path, recordings);
  } catch (error) {
    throw cannotWrite(error, path);
  }
};

/**
 * Writes a page, whole or not at all, after one more look at what is there by now.
 *
 * @throws {CannotRun} as `checkPageFile` does, or where it could not be written
 */
export const writePage = async (path: string, recordings: readonly string[], page: string): Promise<void> => {
  const { path: target, replaced } = await checkPageFile(path, recordings);
  const isPlain = replaced === undefined || replaced.isFile();
  const written = isPlain ? join(dirname(target), `.lembas-replay-${randomUUID()}.tmp`) : target;
  try {
    // At once: what ends the process when nobody reads its report leaves no half of a page.
    writeFileSync(written, page, isPlain && replaced ? { mode: replaced.mode & 0o777 } : {});
    if (isPlain) renameSync(written, target);
  } catch (error) {
    if (isPlain) rmSync(written, { force: true });
    throw cannotWrite(error, path);
  }
};
