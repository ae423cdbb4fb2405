import { it } from "vitest";
import { checkBlocks } from "../testing/hostile-entries.js";

it("M2: to Markdown each target is one fenced block, whatever is in its entries: 10,000 times", () =>
  checkBlocks(10_000));
