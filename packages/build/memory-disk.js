import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const DISK = "/dev/shm";
/** The bytes that must be free on it. */
const ROOM = 2 ** 31;

/**
 * The folder of Linux's disk in memory, where it has room and programs may be started from it; else `undefined`. What a
 * test asks of the file system is the same there, but that nothing waits for a disk to be flushed.
 */
export const findMemoryDisk = () => {
  let folder;
  try {
    const { bavail, bsize } = statfsSync(DISK);
    if (bavail * bsize < ROOM) return undefined;
    folder = mkdtempSync(join(DISK, "lembas-"));
    const program = join(folder, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    return spawnSync(program).status === 0 ? DISK : undefined;
  } catch {
    return undefined;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  }
};
