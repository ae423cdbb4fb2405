import type { ChildProcess } from "node:child_process";

/** Whether the child was started and its end is not known yet: so long its process id is its own. */
const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

/** Sends a signal to the group that the process leads. False where it leads none, or the system knows no groups. */
const signalGroup = (leader: number, signal: NodeJS.Signals): boolean => {
  if (process.platform === "win32") return false;
  try {
    // A group has the id of the process that began it, so this is the child's own or none.
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
};

/**
 * Sends a signal to a child that is running: to its whole group, where it leads one (`detached: true`), else to
 * the child alone. Nothing is sent where its end is known: its process id may be another's by then.
 *
 * @returns whether the signal was sent
 * @example endProcess(child, "SIGTERM")
 */
export const endProcess = (child: ChildProcess, signal: NodeJS.Signals): boolean =>
  isRunning(child) && ((child.pid !== undefined && signalGroup(child.pid, signal)) || child.kill(signal));
