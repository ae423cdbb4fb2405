import { createHash } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { sha256 } from "./sha256.js";

afterEach(() => vi.restoreAllMocks());

it.each(["", "one\n", "žluťoučký 😀\u0000", "x".repeat(100_000)])(
  "the bundled hash and Node's give the same digits",
  (text) => {
    const digits = createHash("sha256").update(text).digest("hex");
    expect(sha256(text)).toBe(digits);
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
    expect(sha256(text)).toBe(digits);
  },
);
