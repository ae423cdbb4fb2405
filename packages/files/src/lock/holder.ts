import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { errorCode } from "../error-code.js";

/**
 * Names the set of processes that this one's process ids are true for. Containers may share a host name and have
 * process ids of their own, so on Linux the running kernel and the namespace of process ids count too; where they
 * cannot be read, the name is one that no other process has.
 */
const nameMachine = (): string => {
  const parts = [hostname()];
  if (process.platform === "linux") {
    try {
      parts.push(readFileSync("/proc/sys/kernel/random/boot_id", "utf8"), readlinkSync("/proc/self/ns/pid"));
    } catch {
      parts.push(randomBytes(8).toString("hex"));
    }
  }
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 12);
};

let machine: string | undefined;
const thisMachine = (): string => {
  machine ??= nameMachine();
  return machine;
};

/** A name for one holding of a lock, that nobody else has or ever had: machine, process id, random digits. */
export const nameHolder = (): string => `${thisMachine()}-${process.pid}-${randomBytes(8).toString("hex")}`;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
};

const HOLDER = /^([0-9a-f]{12})-([1-9][0-9]{0,9})-[0-9a-f]{16}$/;

/** Whether a name is one that `nameHolder` gives, to this process or another. */
export const isHolder = (name: string): boolean => HOLDER.test(name);

/** Whether a holder's process is known to have ended: one of this machine whose process id nobody has now. */
export const hasEnded = (holder: string): boolean => {
  const [, where, pid] = HOLDER.exec(holder) ?? [];
  return where === thisMachine() && pid !== undefined && !isRunning(Number(pid));
};
