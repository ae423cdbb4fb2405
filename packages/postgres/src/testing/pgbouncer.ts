import { once } from "node:events";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { atEnd } from "@lembas/build/testing";
import { folderForUser, isUp, startAsUser } from "./cluster.js";
import { findPrograms } from "./programs.js";

const folderOfProgram = findPrograms("pgbouncer");

/** Why there can be no pooler here; undefined where there can. */
export const whyNoPooler: string | undefined =
  folderOfProgram === undefined ? "pgbouncer is missing: install it" : undefined;

/** Starts pgbouncer in transaction mode before the server of a folder, with few connections of its own; gives its address. */
export const startPooler = async (serverFolder: string, connections: number): Promise<string> => {
  if (folderOfProgram === undefined) throw new Error(whyNoPooler);
  const folder = folderForUser("lembas-pool-");
  const users = join(folder, "users");
  writeFileSync(users, '"postgres" ""\n');
  const settings = {
    listen_addr: "",
    listen_port: 6432,
    unix_socket_dir: folder,
    pool_mode: "transaction",
    auth_type: "trust",
    auth_file: users,
    default_pool_size: connections,
    max_client_conn: 500,
    pidfile: join(folder, "pid"),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(
    join(folder, "settings"),
    `[databases]\npostgres = host=${serverFolder} port=5432\n\n[pgbouncer]\n${lines.join("")}`,
  );
  for (const name of ["users", "settings"]) chmodSync(join(folder, name), 0o644);
  const pooler = startAsUser(join(folderOfProgram, "pgbouncer"), [join(folder, "settings")], folder);
  atEnd(async () => {
    if (pooler.exitCode === null && pooler.signalCode === null) {
      const gone = once(pooler, "exit");
      pooler.kill("SIGKILL");
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `postgresql://postgres@localhost:6432/postgres?host=${folder}`;
  for (let tries = 0; !(await isUp(url)); tries++) {
    if (tries === 200 || pooler.exitCode !== null) throw new Error("pgbouncer did not start");
    await pause(50);
  }
  return url;
};
