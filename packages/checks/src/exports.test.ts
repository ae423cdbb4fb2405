import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { declaredNames, type NameKind, namesOfKind, runtimeNames } from "./public-names.js";
import { type Entry, type ExportTargets, entriesOf, readCodePackages } from "./workspace.js";

const snapshots = join(import.meta.dirname, "../exports");
const packages = readCodePackages();
const typesOf = ({ package: owner, targets }: Entry, kind: keyof ExportTargets): string =>
  join(owner.folder, targets[kind].types);

/** The names of every declaration file. Read together, since TypeScript's own libraries take the most time. */
let declared = new Map<string, ReadonlyMap<string, NameKind>>();

beforeAll(() => {
  const entries = packages.flatMap(entriesOf);
  declared = declaredNames(entries.flatMap((entry) => [typesOf(entry, "import"), typesOf(entry, "require")]));
});

it.each(packages)("$name exports what its snapshot says", async (owner) => {
  const listings: string[] = [];
  for (const entry of entriesOf(owner)) {
    const names = declared.get(typesOf(entry, "import"));
    const values = namesOfKind(names, "value");
    expect(
      declared.get(typesOf(entry, "require")),
      `${entry.specifier}: types of both module systems`,
    ).toEqual(names);

    const { esm, commonjs } = await runtimeNames(entry);
    expect(esm, `${entry.specifier}: what is there, and what its types promise`).toEqual(values);
    expect(commonjs, `${entry.specifier}: import and require`).toEqual(values);

    const lines = [...(names ?? [])].map(([name, kind]) => `  ${kind.padEnd(5)} ${name}\n`);
    listings.push(`${entry.specifier}\n${lines.join("")}`);
  }
  await expect(listings.join("\n")).toMatchFileSnapshot(join(snapshots, `${owner.shortName}.txt`));
});
