import { join } from "node:path";
import { expect, it } from "vitest";
import { declaredNames, runtimeNames } from "./public-names.js";
import { entriesOf, readCodePackages } from "./workspace.js";

const snapshots = join(import.meta.dirname, "../exports");

it.each(readCodePackages())("$name exports what its snapshot says", async (owner) => {
  let listing = "";
  for (const entry of entriesOf(owner)) {
    const declared = declaredNames(join(owner.folder, entry.targets.import.types));
    const forCommonjs = declaredNames(join(owner.folder, entry.targets.require.types));
    expect(forCommonjs, `${entry.specifier}: the types of both module systems`).toEqual(declared);

    const values = [...declared].filter(([, kind]) => kind === "value").map(([name]) => name);
    const { esm, commonjs } = await runtimeNames(entry);
    expect(esm, `${entry.specifier}: what is there, and what its types promise`).toEqual(values);
    expect(commonjs, `${entry.specifier}: import and require`).toEqual(values);

    listing += `${listing && "\n"}${entry.specifier}\n`;
    for (const [name, kind] of declared) listing += `  ${kind.padEnd(5)} ${name}\n`;
  }
  await expect(listing).toMatchFileSnapshot(join(snapshots, `${owner.shortName}.txt`));
});
