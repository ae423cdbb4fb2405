import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { addressesOf } from "./repository.js";
import { readPublicPackages, root } from "./workspace.js";

/** `tsx src/repository-command.ts`: writes into each published package.json where it is found, before a release. */
for (const { folder, manifest } of readPublicPackages()) {
  const addresses = addressesOf(relative(root, folder).replaceAll("\\", "/"), process.env);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...manifest, ...addresses }, null, 2)}\n`);
}
