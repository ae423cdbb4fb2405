import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd } from "./at-end.js";

/** An empty folder that goes with the test file. */
export const scratchFolder = (): string => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "lembas-files-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const mountTiny = (folder: string): boolean => {
  if (process.platform !== "linux") return false;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** Whether this machine lets the tests mount a disk of 64 KiB. */
export const canMount = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "lembas-mount-"));
  const mounted = mountTiny(folder);
  if (mounted) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
})();

/** A disk of 64 KiB, unmounted when the test file ends. */
export const tinyDisk = (): string => {
  const folder = scratchFolder();
  if (!mountTiny(folder)) throw new Error("no disk could be mounted");
  atEnd(() => {
    execFileSync("umount", ["-l", folder]);
  });
  return folder;
};

/** Options that start a process which permissions bind: root, whom nothing binds, starts it as the user nobody. */
export const bound = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
