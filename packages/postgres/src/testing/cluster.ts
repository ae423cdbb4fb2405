import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEnd } from "@lembas/build/after-end";
import pg from "pg";
import { findPrograms } from "./programs.js";

/** Root, whom PostgreSQL refuses, has the user nobody run it. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const folderOfPrograms = process.platform === "win32" ? undefined : findPrograms("initdb", "postgres");

/** Why there can be no cluster here; undefined where there can. */
export const whyNoCluster: string | undefined =
  folderOfPrograms === undefined
    ? "PostgreSQL's programs are missing: install them, or set LEMBAS_POSTGRES_URL to a server"
    : undefined;

/** Continuous integration has PostgreSQL on Linux, so that what cannot run there fails; elsewhere it is skipped. */
export const mustRun: boolean = process.env["CI"] === "true" && process.platform === "linux";

const program = (name: string): string => join(folderOfPrograms ?? "", name);

/** Ends what runs in a folder, PostgreSQL or pgbouncer, and removes the folder. */
const CLEAN_UP = `
for file in data/postmaster.pid pid; do
  id=$(head -n 1 "$1/$file") || continue
  kill -QUIT "$id"
  tries=0
  while kill -0 "$id" && [ $((tries += 1)) -le 100 ]; do sleep 0.1; done
done
rm -rf "$1"`;

/**
 * A folder that the other user may write in. Where this process is killed, what runs in it is ended, and the folder is
 * removed.
 */
export const folderForUser = (name: string): string => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), name));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  afterEnd(CLEAN_UP, [folder], user);
  return folder;
};

/** Starts a program as that user, with its output in a file. */
export const startAsUser = (file: string, args: readonly string[], folder: string): ChildProcess => {
  const log = openSync(join(folder, "log"), "a");
  return spawn(file, args, { ...user, cwd: folder, stdio: ["ignore", log, log] });
};

/** Makes a database cluster in a folder's `data`. */
const initialize = (folder: string): void => {
  const args = ["-D", "data", "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"];
  execFileSync(program("initdb"), [...args, "--no-sync"], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
};

/** Files of a server that is still to run, to be copied for each of several: `initdb` takes longer. */
export class ClusterTemplate {
  readonly folder: string = folderForUser("lembas-pg-");

  constructor() {
    initialize(this.folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A PostgreSQL server of the tests' own, in a scratch folder, reached through a socket in it. */
export class Cluster {
  readonly folder: string;
  readonly url: string;
  readonly #settings: readonly string[];
  #server: ChildProcess | undefined;

  private constructor(settings: Readonly<Record<string, string>>) {
    this.folder = folderForUser("lembas-pg-");
    this.url = `postgresql://postgres@localhost/postgres?host=${this.folder}`;
    const all = { listen_addresses: "", unix_socket_directories: this.folder, fsync: "off", ...settings };
    this.#settings = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  }

  /**
   * @param settings more of the server's, such as `{ max_connections: "300" }`
   * @param template the folder of a template
   */
  static async start(settings: Readonly<Record<string, string>> = {}, template?: string): Promise<Cluster> {
    const cluster = new Cluster(settings);
    if (template === undefined) initialize(cluster.folder);
    else execFileSync("cp", ["-R", join(template, "data"), "data"], { ...user, cwd: cluster.folder });
    await cluster.run();
    return cluster;
  }

  /** Runs the server, and waits until it answers. */
  async run(): Promise<void> {
    const server = startAsUser(program("postgres"), ["-D", "data", ...this.#settings], this.folder);
    this.#server = server;
    for (let tries = 0; !(await isUp(this.url)); tries++) {
      if (tries === 600 || server.exitCode !== null) {
        throw new Error(`the server did not start:\n${readFileSync(join(this.folder, "log"), "utf8")}`);
      }
      await pause(50);
    }
  }

  /** Ends the server: its clients are cut off; with SIGQUIT as by a crash. */
  async halt(signal: "SIGINT" | "SIGQUIT" = "SIGINT"): Promise<void> {
    const server = this.#server;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, "exit");
    server.kill(signal);
    await gone;
  }

  /** Ends the server, and removes all that it had. */
  async remove(): Promise<void> {
    await this.halt();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Whether a server answers. */
export const isUp = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
    await client.end();
    return true;
  } catch {
    return false;
  }
};
