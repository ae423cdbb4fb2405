import { chownSync, fchmodSync, fchownSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { unless } from "../error-code.js";
import { FileError } from "../file-error.js";
import type { OpenFile } from "../open-file.js";

/** What the operating system says where a file cannot be given away: not allowed, or not known to the file system. */
const CANNOT_GIVE = ["EPERM", "EINVAL", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"];

const give = (file: OpenFile, uid: number, gid: number): boolean =>
  unless(CANNOT_GIVE, () => {
    fchownSync(file.descriptor, uid, gid);
    return true;
  }) ?? false;

/** Whether this process may give files away. */
export const isRoot = (): boolean => process.geteuid?.() === 0;

/**
 * Gives a new file the owner, group and mode of the one whose place it takes, as far as this process may: root keeps
 * all, the owner of the file keeps that and a group that it is in, another user becomes the owner. Nobody gets more
 * than before: where the group is another one, it may do what everybody may, and a program no longer runs as its owner
 * or group. In this order, because a change of owner resets some modes.
 *
 * @throws {FileError} `owner`: its owner could not read the file afterwards, as far as can be told
 */
export const makeAlike = (file: OpenFile, path: string, like: Stats): void => {
  const own = file.stat();
  if (own.uid !== like.uid || own.gid !== like.gid) {
    if (!give(file, like.uid, like.gid)) give(file, own.uid, like.gid);
  }
  const { uid, gid, mode } = file.stat();
  const [keepsOwner, keepsGroup] = [uid === like.uid, gid === like.gid];
  let wanted = like.mode & 0o7777;
  if (!keepsOwner) wanted = (wanted & ~0o6000) | 0o600;
  if (!keepsGroup) wanted = (wanted & ~0o2070) | (wanted & 0o070 & ((wanted & 0o007) << 3));
  const ownerReads =
    keepsOwner || like.uid === 0 || (wanted & 0o004) !== 0 || (keepsGroup && (wanted & 0o040) !== 0);
  if (!ownerReads) {
    throw new FileError("owner", `${path} belongs to user ${like.uid}, who could not read it afterwards`);
  }
  if ((mode & 0o7777) !== wanted) fchmodSync(file.descriptor, wanted);
};

/** Gives a new file to the owner of its folder, where root makes it: else who uses the folder could not read it. */
export const giveToFolderOwner = (path: string, file: OpenFile): void => {
  if (!isRoot()) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== 0) give(file, uid, gid);
};

/** The same for a new folder. */
export const giveFolderToFolderOwner = (path: string): void => {
  if (!isRoot()) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== 0) unless(CANNOT_GIVE, () => chownSync(path, uid, gid));
};
