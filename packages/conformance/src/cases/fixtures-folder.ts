import { createRequire } from "node:module";
import { dirname } from "node:path";

/**
 * The folder of the installed `@lembas/fixtures`, which this package depends on.
 *
 * @example
 * join(fixturesFolder(), "SPECIFICATION.md");
 */
export const fixturesFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve("@lembas/fixtures/package.json"));
