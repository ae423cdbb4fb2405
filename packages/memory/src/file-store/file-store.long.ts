import { expect, it } from "vitest";
import { contend } from "../testing/contend.js";
import { startCrashes } from "../testing/file-store-worker.js";
import { kill } from "../testing/kill.js";

it("loses no change of eight processes, with a dead holder's lock in each of 60 rounds", () => contend(60));

it("leaves the old or the new entries, wherever its writer is killed: 300 times", () => kill(300));

it("M4: a crash at every call of the file system, and another process before the retry", async () => {
  const { answer } = await startCrashes().ask("crash", { every: 1, first: 1 });
  expect(answer).toEqual({ places: expect.any(Number), wrong: [] });
  expect(Object(answer).places).toBeGreaterThan(1_000);
});

it("M4: a crash of undo at every call of the file system leaves entries that undo leads back from", async () => {
  const { answer } = await startCrashes().ask("crashUndo", { every: 1, first: 1 });
  expect(answer).toEqual({ places: expect.any(Number), wrong: [] });
  expect(Object(answer).places).toBeGreaterThan(15);
});
