import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { describe, expect, it } from "vitest";
import { fromExitCode, fromNodeExit } from "./exit-codes.js";

describe("fromNodeExit", () => {
  it.each([
    ["exit 3", { exit: 3, signal: null }],
    ["kill -TERM $$", { exit: null, signal: "SIGTERM" }],
    ["kill -USR1 $$", { exit: null, signal: "SIGUSR1" }],
  ])("a real child: %s", async (command, end) => {
    const [code, signal] = await once(spawn("sh", ["-c", command]), "exit");
    expect(fromNodeExit(code, signal)).toEqual(end);
  });
});

describe("fromExitCode", () => {
  it.each([
    [0, {}, { exit: 0, signal: null }],
    [143, {}, { exit: 143, signal: null }],
    [143, { stopped: true }, { exit: null, signal: "SIGTERM" }],
    [130, { stopped: true }, { exit: null, signal: "SIGINT" }],
    [128, { stopped: true }, { exit: 128, signal: null }],
    [1, { stopped: true }, { exit: 1, signal: null }],
    [193, { stopped: true }, { exit: 193, signal: null }],
    [-9, {}, { exit: null, signal: "SIGKILL" }],
    [-9, { stopped: true }, { exit: null, signal: "SIGKILL" }],
    [-10, {}, { exit: null, signal: "signal 10" }],
    [-1_073_741_510, {}, { exit: -1_073_741_510, signal: null }],
    [3_221_225_786, { stopped: true }, { exit: 3_221_225_786, signal: null }],
  ])("%i %j", (code, options, end) => {
    expect(fromExitCode(code, options)).toEqual(end);
  });

  it("reads what a real shell says of a command that was stopped", () => {
    const { status } = spawnSync("sh", ["-c", "sh -c 'kill -KILL $$'; exit $?"]);
    expect(fromExitCode(status ?? 0, { stopped: true })).toEqual({ exit: null, signal: "SIGKILL" });
  });

  it("names each signal as this system does", () => {
    for (const [name, number] of Object.entries(constants.signals)) {
      const { signal } = fromExitCode(-number);
      if (signal?.startsWith("SIG")) expect(constants.signals).toHaveProperty(signal, number);
      else expect(signal, name).toBe(`signal ${number}`);
    }
  });

  it.each([Number.NaN, 1.5, "1"])("no whole number: %s", (code) => {
    expect(() => fromExitCode(code as never)).toThrow(RangeError);
  });
});
