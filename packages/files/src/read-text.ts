import { FileError } from "./file-error.js";
import { readBytes } from "./read-bytes.js";

/**
 * A file's text, exactly: a byte order mark and carriage returns stay, and bytes that are not UTF-8 are an error rather
 * than replaced. It needs no lock. The errors beside those of {@link readBytes}:
 *
 * @returns the text, or undefined where there is no such file
 * @throws {FileError} `not-utf-8`
 * @example await readText("missing.md") // undefined
 */
export const readText = async (path: string): Promise<string | undefined> => {
  const bytes = await readBytes(path);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FileError("not-utf-8", `${path} is not UTF-8 text`);
  }
};
