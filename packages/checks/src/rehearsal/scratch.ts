import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What `Scratch.run` takes beside the command. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const isWindows = process.platform === "win32";

/** The environment as it is without the settings that pnpm hands to the scripts that it runs. */
const plainEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm|pnpm)_/iu.test(name)),
);

/** A temporary folder, and the processes that were started in it. Closing it takes both away. */
export class Scratch {
  readonly folder: string = mkdtempSync(join(tmpdir(), "rehearsal-"));
  readonly #children = new Set<ChildProcess>();
  readonly #environment: Readonly<Record<string, string>>;

  /** @param environment variables that every process gets: their values may hold the folder */
  constructor(environment: (folder: string) => Readonly<Record<string, string>>) {
    this.#environment = environment(this.folder);
  }

  /** A path in the folder. */
  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** Starts a process that stays. Each is the leader of a group, so that what it starts itself ends with it. */
  start(command: string, args: readonly string[], options: RunOptions = {}): ChildProcess {
    const child = spawn(command, args, {
      cwd: options.cwd ?? this.folder,
      env: { ...plainEnvironment, ...this.#environment, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: !isWindows,
      shell: isWindows,
    });
    this.#children.add(child);
    return child;
  }

  /**
   * Runs a command to its end and gives what it printed.
   *
   * @throws {Error} with all that it printed, where it ends with anything but 0
   */
  async run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
    const child = this.start(command, args, options);
    let stdout = "";
    let both = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      both += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      both += text;
    });
    const [code] = await once(child, "close");
    this.#children.delete(child);
    if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${both}`);
    return stdout;
  }

  /** The processes that belong to this rehearsal and still run, by what the system knows of their environment. */
  leftovers(): string[] {
    if (process.platform !== "linux") return [];
    return readdirSync("/proc").filter((id) => {
      if (!/^\d+$/u.test(id) || Number(id) === process.pid) return false;
      try {
        return readFileSync(`/proc/${id}/environ`, "utf8").includes(this.folder);
      } catch {
        return false;
      }
    });
  }

  /** Ends what still runs, then removes the folder. */
  async close(): Promise<void> {
    for (const child of this.#children) {
      if (child.pid === undefined || child.exitCode !== null) continue;
      const closed = once(child, "close");
      if (isWindows) child.kill();
      else process.kill(-child.pid, "SIGTERM");
      await closed;
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
