import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bin, jsonLines, read, scratchCommand } from "../testing/scratch-command.js";

const { file, folder } = scratchCommand();

/** A device on which nothing has room. */
const FULL = "/dev/full";

it.runIf(existsSync(FULL)).each([["--json"], ["--print"], ["--markdown"], ["--help"]])(
  "ends 2 with a sentence where the report cannot be written: %s",
  (option) => {
    const full = openSync(FULL, "w");
    const session = file("steps.jsonl", jsonLines(read("#a001"), read("#a002")));
    const { status, stderr } = spawnSync(process.execPath, [bin, option, session], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^Standard output could not be written: ENOSPC: [^\n]*\n$/),
    ]);
  },
);

it.runIf(existsSync(FULL))("writes the page where the report cannot be written", () => {
  const full = openSync(FULL, "w");
  const session = file("steps.jsonl", jsonLines(read("#a001"), read("#a002")));
  const { status } = spawnSync(process.execPath, [bin, "--json", "--html", "page.html", session], {
    cwd: folder,
    stdio: ["ignore", full, "ignore"],
  });
  closeSync(full);
  expect([status, existsSync(join(folder, "page.html"))]).toEqual([2, true]);
});

it.runIf(existsSync(FULL))("ends as it would where standard error cannot be written", () => {
  const full = openSync(FULL, "w");
  const { status, stdout } = spawnSync(process.execPath, [bin, "missing.jsonl"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", full],
  });
  closeSync(full);
  expect([status, stdout]).toEqual([2, ""]);
});
