import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { outputSettled } from "./output-settled.js";

const secondsOf = async (settled: Promise<void>): Promise<number> => {
  const begin = performance.now();
  await settled;
  return (performance.now() - begin) / 1_000;
};

const openPipe = (): PassThrough => new PassThrough().resume();

describe("outputSettled", () => {
  it("is at once where there is no pipe, or all are closed", async () => {
    const closed = openPipe();
    closed.destroy();
    expect(await secondsOf(outputSettled([]))).toBeLessThan(0.09);
    expect(await secondsOf(outputSettled([closed]))).toBeLessThan(0.09);
  });

  it("waits for the other pipe where one is closed and has not said so yet", async () => {
    const closed = openPipe();
    const open = openPipe();
    closed.destroy();
    expect(closed.closed).toBe(true);
    const settled = outputSettled([closed, open]).then(() => open.closed);
    await sleep(20);
    open.end("last");
    expect(await settled).toBe(true);
  });

  it("is a tenth of a second after the last piece, where a pipe stays open", async () => {
    const open = openPipe();
    const settled = secondsOf(outputSettled([open]));
    await sleep(60);
    open.write("late");
    expect(await settled).toBeGreaterThan(0.15);
    open.destroy();
  });

  it("is after one second, where a pipe never falls silent", async () => {
    const open = openPipe();
    const printing = setInterval(() => open.write("tick"), 10);
    expect(await secondsOf(outputSettled([open]))).toBeGreaterThan(0.9);
    clearInterval(printing);
    open.destroy();
  });

  it("takes what came while this process was busy", async () => {
    const open = openPipe();
    let read = "";
    open.on("data", (chunk) => {
      read += chunk;
    });
    const settled = outputSettled([open]);
    const end = performance.now() + 200;
    while (performance.now() < end);
    setImmediate(() => open.write("late"));
    await settled;
    expect(read).toBe("late");
    open.destroy();
  });

  it("leaves no listener behind", async () => {
    const open = openPipe();
    const counts = () => ["data", "close"].map((event) => open.listenerCount(event));
    const before = counts();
    await outputSettled([open]);
    expect(counts()).toEqual(before);
    open.destroy();
  });
});
