import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { tmpdir } from "node:os";

/** Its input is a pipe that nobody but this process holds: it ends when this process does, killed or not. */
const waiting = (script: string): string => `cat > /dev/null\n${script}`;

/**
 * Runs a script of the shell when this process has ended, however it did: one that is killed can clean nothing up
 * itself. Does nothing on Windows.
 *
 * @param args what the script has as `$1` and so on
 * @param user whom it runs as; this process's own user unless given
 * @returns calls it off
 * @example const callOff = afterEnd('kill -KILL "$1"', [String(child.pid)]);
 */
export const afterEnd = (
  script: string,
  args: readonly string[],
  user: { readonly uid?: number; readonly gid?: number } = {},
): (() => void) => {
  if (process.platform === "win32") return () => {};
  const guard = spawn("sh", ["-c", waiting(script), "sh", ...args], {
    ...user,
    cwd: tmpdir(),
    stdio: ["pipe", "ignore", "ignore"],
    // In a group of its own, so that what a terminal sends to end this process does not end it too.
    detached: true,
  });
  guard.unref();
  // Where it is gone already there is nothing left to clean up.
  guard.stdin.on("error", () => {});
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return () => void guard.kill("SIGKILL");
};

/** Ends a process that this one started and that would outlive it: a server that looks at no input of its. */
export const endAfterUs = (child: ChildProcess): void => {
  child.once("exit", afterEnd('kill -KILL "$1"', [String(child.pid)]));
};
