import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { copyTree } from "../copy-tree.js";
import { type Manifest, type Package, readPublicPackages, root } from "../workspace.js";
import type { Registry } from "./registry.js";
import type { Scratch } from "./scratch.js";

const pnpm = ["-y", "pnpm@10.34.9"];

/** A copy of the repository that versions can be made and published from. */
export class Tree {
  readonly #scratch: Scratch;
  readonly folder: string;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
    this.folder = scratch.path("tree");
  }

  /** Copies the work tree, and installs what it needs. */
  async copy(): Promise<void> {
    copyTree(this.folder);
    await this.#git("init", "--quiet", "--initial-branch", "main");
    await this.#commit();
    await this.#pnpm("install", "--frozen-lockfile");
  }

  /** The folder that a package of the repository has in this tree. */
  folderOf(owner: Package): string {
    return join(this.folder, relative(root, owner.folder));
  }

  /** Every published package's version, by name. */
  versions(): Map<string, string> {
    return new Map(
      readPublicPackages().map((owner) => {
        const manifest: Manifest = JSON.parse(
          readFileSync(join(this.folderOf(owner), "package.json"), "utf8"),
        );
        return [owner.name, manifest.version];
      }),
    );
  }

  /** Changes a package's source, and says so as a contributor does. */
  change(owner: Package): void {
    appendFileSync(
      join(this.folderOf(owner), "src/index.ts"),
      "\n/** A change. */\nexport const changed = 1;\n",
    );
    writeFileSync(
      join(this.folder, ".changeset/one-change.md"),
      `---\n"${owner.name}": patch\n---\n\nA change.\n`,
    );
  }

  /** Makes the versions that the changesets ask for, builds, and publishes what the registry does not have. */
  async release(registry: Registry): Promise<void> {
    await this.#pnpm("run", "version");
    await this.#commit();
    const settings = this.#scratch.path("npmrc");
    writeFileSync(settings, registry.settings);
    await this.#scratch.run("npx", [...pnpm, "run", "release"], {
      cwd: this.folder,
      env: {
        GITHUB_SERVER_URL: "https://github.com",
        GITHUB_REPOSITORY: "owner/name",
        // As the settings of a user: those of a folder are not found wherever npm is started from.
        npm_config_userconfig: settings,
        npm_config_registry: registry.url,
      },
    });
  }

  #pnpm(...args: string[]): Promise<string> {
    return this.#scratch.run("npx", [...pnpm, ...args], { cwd: this.folder });
  }

  #git(...args: string[]): Promise<string> {
    return this.#scratch.run("git", args, { cwd: this.folder });
  }

  async #commit(): Promise<void> {
    await this.#git("add", "--all");
    await this.#git(
      ...["-c", "user.name=rehearsal", "-c", "user.email=rehearsal@localhost"],
      ...["commit", "--quiet", "--allow-empty", "--message", "A rehearsal"],
    );
  }
}
