import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { addUp } from "./summary.js";
import { readCodePackages } from "./workspace.js";

/** The versions of Node that the tests run on, beside the one that runs this. */
const versions = ["22", "24"];

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const reports = mkdtempSync(join(tmpdir(), "nodes-"));
let failed = false;

/** `tsx src/nodes-command.ts`: the tests of every published package, the fixtures among them, on other versions of Node. */
try {
  for (const version of versions) {
    for (const { folder, shortName } of readCodePackages()) {
      const report = join(reports, `${version}-${shortName}.json`);
      const { status, stdout, stderr } = spawnSync(
        "npx",
        [
          ...["-y", `node@${version}`, vitest, "run"],
          ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
        ],
        { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 28, shell: process.platform === "win32" },
      );
      const totals = existsSync(report) ? addUp([JSON.parse(readFileSync(report, "utf8"))]) : undefined;
      const isGood = status === 0 && totals !== undefined && totals.passed > 0;
      console.log(
        `Node ${version}  ${shortName.padEnd(12)} ${totals?.passed ?? 0} passed, ${totals?.failed ?? 0} failed`,
      );
      if (isGood) continue;
      failed = true;
      console.log(stdout + stderr);
    }
  }
} finally {
  rmSync(reports, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
