import { ContextLedger } from "@lembas/context";
import { compare } from "./compare.js";
import type { Line } from "./line.js";
import { sourceLines } from "./random.js";
import { scanLines, sha256 } from "./work.js";

/** A read of 2,000 lines in the middle of a file of 10 MB. */
export const readLine: Line = {
  name: "read, 2,000 lines of a 10 MB file",
  bound: 1.5,
  measure: () => {
    const content = sourceLines(260_000, 2).join("");
    return compare(
      {
        name: "SHA-256 of its bytes and one scan for newlines",
        run: () => sha256(content) + scanLines(content),
      },
      [
        {
          name: "ledger.read",
          run: () => new ContextLedger().read({ path: "src/large.ts", content, offset: 1_000, limit: 2_000 }),
        },
      ],
    );
  },
};
