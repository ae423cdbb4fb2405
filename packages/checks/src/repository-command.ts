import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { repositoryOf } from "./repository.js";
import { readPublicPackages, root } from "./workspace.js";

/** `tsx src/repository-command.ts`: writes into each published package.json where its source is, before a release. */
for (const { folder, manifest } of readPublicPackages()) {
  const repository = repositoryOf(relative(root, folder).replaceAll("\\", "/"), process.env);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...manifest, repository }, null, 2)}\n`);
}
