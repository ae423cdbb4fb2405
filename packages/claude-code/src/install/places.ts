import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Where an installation puts its files: for a person, or for one project of theirs. */
export interface Places {
  readonly scope: "user" | "project";
  /** The settings file that gets the entry. */
  readonly settings: string;
  /** A folder of its own in the person's configuration. */
  readonly folder: string;
  readonly hook: string;
  /** The settings file as it was before the entry came. */
  readonly backup: string;
  readonly log: string;
  /** All settings files whose hooks run in such a session. */
  readonly allSettings: readonly string[];
}

/** What the places depend on. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

const DIGITS = 12;

/** The places of an installation. Projects are told apart by a hash of their folder's path. */
export const findPlaces = (scope: Places["scope"], { env, cwd }: Surroundings): Places => {
  const configuration = resolve(env["CLAUDE_CONFIG_DIR"] || join(env["HOME"] || homedir(), ".claude"));
  const project = resolve(cwd);
  const user = join(configuration, "settings.json");
  const local = join(project, ".claude", "settings.local.json");
  const name = createHash("sha256").update(project).digest("hex").slice(0, DIGITS);
  const own = join(configuration, "lembas");
  const folder = scope === "user" ? join(own, "user") : join(own, `project-${name}`);
  return {
    scope,
    settings: scope === "user" ? user : local,
    folder,
    hook: join(folder, "hook.cjs"),
    backup: join(folder, "settings-before.json"),
    log: join(folder, "log.jsonl"),
    allSettings: [user, join(project, ".claude", "settings.json"), local],
  };
};
