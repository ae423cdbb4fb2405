import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const turbo = fileURLToPath(new URL("../../node_modules/turbo/bin/turbo", import.meta.url));

/**
 * Builds the package whose tests begin, and what it stands on, where a source is newer than its build: what a test
 * imports from another package, and what it starts as a process of its own, is built code. A run that turbo began
 * has built already.
 *
 * @throws {Error} with what the build printed, where it failed
 */
export const setup = (): void => {
  if (process.env["TURBO_HASH"] !== undefined) return;
  const { name }: { name: string } = JSON.parse(readFileSync("package.json", "utf8"));
  const { status, stdout } = spawnSync(
    process.execPath,
    [turbo, "run", "build", `--filter=${name}`, "--output-logs=errors-only"],
    {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
    },
  );
  if (status !== 0) throw new Error(`${name} could not be built before its tests\n${stdout}`);
};
