import { expect, it } from "vitest";
import type { PostgresPool } from "../database/pool.js";
import { createPostgresJournalStore } from "./journal-store.js";

it("an entry of more than 100 MB is refused, and nothing is sent", async () => {
  const unused: PostgresPool = { connect: () => Promise.reject(new Error("not to be asked")), on: () => {} };
  const store = createPostgresJournalStore({ pool: unused, scope: "s" });
  const long = Object({ op: "output", text: "x".repeat(100_000_000) });
  await expect(store.append("s", 0, [long])).rejects.toThrow("an entry has at most 100000000 bytes of JSON");
});
