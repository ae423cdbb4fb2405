import { join } from "node:path";
import { expect, it } from "vitest";
import { declaredNames, namesOfKind, runtimeNames } from "./public-names.js";
import { type ExportTargets, entriesOf, readCodePackages } from "./workspace.js";

const snapshots = join(import.meta.dirname, "../exports");

it.each(readCodePackages())("$name exports what its snapshot says", async (owner) => {
  const entries = entriesOf(owner);
  const files = (kind: keyof ExportTargets) =>
    entries.map(({ targets }) => join(owner.folder, targets[kind].types));
  const declared = declaredNames([...files("import"), ...files("require")]);
  let listing = "";
  for (const [index, entry] of entries.entries()) {
    const names = declared[index] ?? new Map();
    expect(declared[index + entries.length], `${entry.specifier}: the types of both module systems`).toEqual(
      names,
    );

    const { esm, commonjs } = await runtimeNames(entry);
    const values = namesOfKind(names, "value");
    expect(esm, `${entry.specifier}: what is there, and what its types promise`).toEqual(values);
    expect(commonjs, `${entry.specifier}: import and require`).toEqual(values);

    listing += `${listing && "\n"}${entry.specifier}\n`;
    for (const [name, kind] of names) listing += `  ${kind.padEnd(5)} ${name}\n`;
  }
  await expect(listing).toMatchFileSnapshot(join(snapshots, `${owner.shortName}.txt`));
});
