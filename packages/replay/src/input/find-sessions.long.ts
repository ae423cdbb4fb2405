import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";
import { findSessions } from "./find-sessions.js";

it("the sessions of a home folder are the first 10,000 entries of a folder, those with the last names, and say so", async () => {
  const home = scratchFolder();
  const folder = join(home, ".codex/archived_sessions");
  mkdirSync(folder, { recursive: true });
  for (let at = 10_000; at < 20_001; at += 1) writeFileSync(join(folder, `rollout-${at}.jsonl`), "x");
  const [found] = await findSessions({ home, environment: {} });
  expect(found).toMatchObject({ isCut: true });
  expect(found?.sessions).toHaveLength(10_000);
  expect(found?.sessions.some(({ files }) => files[0]?.path.endsWith("rollout-10000.jsonl"))).toBe(false);
});
