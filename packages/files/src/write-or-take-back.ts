import { ftruncateSync } from "node:fs";
import type { OpenFile } from "./open-file.js";

/**
 * Writes bytes at the end of a file. Where it fails, what was written is cut off again, unless somebody without a lock
 * has written after it.
 *
 * @param start where the file ended
 */
export const writeOrTakeBack = async (file: OpenFile, bytes: Uint8Array, start: number): Promise<void> => {
  try {
    await file.write(bytes);
  } catch (error) {
    const { size } = file.stat();
    if (size <= start + bytes.length) ftruncateSync(file.descriptor, start);
    throw error;
  }
};
