import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, it, vi } from "vitest";
import { storeProcessSuite } from "./store-process-suite.js";

const folder = mkdtempSync(join(tmpdir(), "stores-"));
vi.stubEnv("FILE_STORES", folder);

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const module = new URL("../testing/file-store.js", import.meta.url);
const checks = storeProcessSuite(module, { processes: 8, changes: 20, kills: 100 });

it.each(checks.map(({ name, run }) => [name, run] as const))("the file store: %s", (_name, run) => run());
