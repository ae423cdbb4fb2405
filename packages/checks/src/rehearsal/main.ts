import { execFileSync } from "node:child_process";
import { mostInstalled } from "../sizes.js";
import { type Package, readCodePackages, readPublicPackages, root } from "../workspace.js";
import { consume, installCompilers } from "./consumer.js";
import { type Registry, startRegistry } from "./registry.js";
import { Scratch } from "./scratch.js";
import { Tree } from "./tree.js";

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
const statusOfTree = (): string =>
  execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
const check = (isTrue: boolean, message: string): void => {
  if (!isTrue) throw new Error(message);
};

/** A package, and what stands on it: their versions must follow it, since they depend on it exactly. */
const standingOn = (name: string): string[] => {
  const names = new Set([name]);
  for (let size = 0; size !== names.size; ) {
    size = names.size;
    for (const { name: dependant, manifest } of readPublicPackages()) {
      if (Object.keys(manifest.dependencies ?? {}).some((used) => names.has(used))) names.add(dependant);
    }
  }
  return [...names].sort();
};

const publishFirst = async (tree: Tree, registry: Registry): Promise<void> => {
  await tree.release(registry);
  for (const [name, version] of tree.versions()) {
    check(version !== "0.0.0", `${name} has no changeset for its first release.`);
    check((await registry.versions(name)).includes(version), `${name}@${version} was not published.`);
    const published = await registry.manifest(name, version);
    check(published?.["repository"] !== undefined, `${name}@${version} does not say where it is from.`);
    console.log(`published   ${name}@${version}`);
  }
};

const useAlone = async (scratch: Scratch, registry: Registry): Promise<void> => {
  await installCompilers(scratch);
  for (const owner of readCodePackages()) {
    const { bytes, packages, programs } = await consume(scratch, registry, owner);
    const most = mostInstalled(owner.name);
    check(most === undefined || bytes <= most, `${owner.name} brings ${bytes} bytes, and may bring ${most}.`);
    const ours = packages.filter((name) => name.startsWith("@lembas/") && name !== owner.name);
    console.log(
      `used alone  ${owner.name}: ${kilobytes(bytes)} installed, ${packages.length} packages` +
        `${ours.length > 0 ? `, of ours ${ours.join(" and ")}` : ""}; ${programs} programs of its README run`,
    );
  }
};

const releaseChange = async (tree: Tree, registry: Registry, owner: Package): Promise<void> => {
  const before = tree.versions();
  tree.change(owner);
  await tree.release(registry);
  const moved = [...tree.versions()].filter(([name, version]) => before.get(name) !== version);
  const names = moved.map(([name]) => name).sort();
  const expected = standingOn(owner.name);
  check(
    names.join() === expected.join(),
    `A patch of ${owner.name} released ${names.join(", ")}, and should have released ${expected.join(", ")}.`,
  );
  for (const [name, version] of moved) {
    check((await registry.versions(name)).includes(version), `${name}@${version} was not published.`);
  }
  console.log(`patched     ${owner.name}: new versions of ${names.join(", ")}, and of nothing else`);
};

const find = (name: string): Package => {
  const owner = readPublicPackages().find((other) => other.name === name);
  if (!owner) throw new Error(`There is no published package ${name}.`);
  return owner;
};

/** `tsx src/rehearsal/main.ts`: a release to a registry on this machine, and every package used as consumers do. */
const rehearse = async (scratch: Scratch): Promise<void> => {
  const registry = await startRegistry(scratch);
  const tree = new Tree(scratch);
  await tree.copy();
  await publishFirst(tree, registry);
  await useAlone(scratch, registry);
  await releaseChange(tree, registry, find("@lembas/jobs-note"));
  await releaseChange(tree, registry, find("@lembas/format"));
};

const before = statusOfTree();
const scratch = new Scratch((folder) => ({
  CI: "true",
  REHEARSAL: folder,
  TURBO_TELEMETRY_DISABLED: "1",
  npm_config_cache: `${folder}/npm-cache`,
  npm_config_update_notifier: "false",
}));
const interrupt = async (): Promise<void> => {
  await scratch.close();
  process.exit(130);
};
process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
try {
  await rehearse(scratch);
} finally {
  await scratch.close();
}
check(scratch.leftovers().length === 0, `Processes were left behind: ${scratch.leftovers().join(", ")}`);
check(statusOfTree() === before, `The rehearsal changed the tree:\n${statusOfTree()}`);
console.log("The rehearsal left no process, no folder and no change.");
