import { type ChildProcess, spawn, spawnSync } from "node:child_process";

/** Groups that are running: an ending runner takes them with it. */
const running = new Set<ChildProcess>();

/** A command's shell, started as the leader of its own process group, with stdin and stdout as pipes. */
export const startGroup = (command: string) => {
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== "win32",
    stdio: ["pipe", "pipe", "inherit"],
    windowsHide: true,
  });
  running.add(child);
  return child;
};

/** Ends the leader and everything that it started and that stayed in its group. */
export const endGroup = (child: ChildProcess): void => {
  running.delete(child);
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The whole group has ended already.
  }
};

/** Ends every group that is still running: for a runner that was told to end. */
export const endAllGroups = (): void => {
  for (const child of running) endGroup(child);
};
