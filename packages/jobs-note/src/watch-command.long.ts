import { expect, it } from "vitest";
import { measureWatching } from "./testing/measure-watching.js";

it("watches 1 GB without a newline in bounded memory", async () => {
  const { unread, seen, highest } = await measureWatching(1_000_000_000);
  expect(seen).toBe(1_000_000_000);
  expect(unread).toBe(`…${"x".repeat(100_000)}`);
  expect(highest).toBeLessThan(2_000_000);
});
