import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The test runner's settings, shared by every package: `*.test.ts` in the test run, `*.long.ts` in the long one. */
const long = process.env["npm_lifecycle_event"] === "test:long";

export default defineConfig({
  test: {
    include: [long ? "src/**/*.long.ts" : "src/**/*.test.ts"],
    passWithNoTests: long,
    // No test may depend on another one's having run; what a failed run began with is its seed: --sequence.seed=N.
    sequence: { shuffle: true },
    // One process for all test files of a package: each new one loads everything again.
    isolate: long,
    globalSetup: [fileURLToPath(new URL("build-first.ts", import.meta.url))],
    setupFiles: [fileURLToPath(new URL("setup.ts", import.meta.url))],
    testTimeout: long ? 1_800_000 : 60_000,
    // The removal of a program of 400 MB may take minutes on a busy disk.
    hookTimeout: long ? 600_000 : 60_000,
    reporters: ["default", "json"],
    outputFile: { json: long ? "long-report.json" : "test-report.json" },
  },
});
