import { constants } from "node:fs";
import { errorCode } from "./error-code.js";
import { FileError } from "./file-error.js";
import { OpenFile } from "./open-file.js";

/**
 * A file's text, exactly: a byte order mark and carriage returns stay, and bytes that are no UTF-8 are an error rather
 * than replaced. It needs no lock.
 *
 * @returns the text, or undefined where there is no such file
 * @throws {FileError} `not-utf-8`, or `not-a-file` where a folder or a pipe has the name
 * @throws the operating system's error where the file is there and cannot be read
 * @example await readText("missing.md") // undefined
 */
export const readText = async (path: string): Promise<string | undefined> => {
  const bytes = await readBytes(path);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FileError("not-utf-8", `${path} is no UTF-8 text`);
  }
};

const readBytes = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await OpenFile.use(path, constants.O_RDONLY, (file) => file.read());
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
};
