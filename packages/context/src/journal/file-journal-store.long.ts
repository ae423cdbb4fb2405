import { it } from "vitest";
import { killWriter } from "../testing/kill-writer.js";

it("keeps what was confirmed, wherever its writer is killed: 200 times", () => killWriter(200));
