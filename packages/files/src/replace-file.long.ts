import { it } from "vitest";
import { kill } from "./testing/kill.js";

it("leaves the old or the new file, whole, wherever its writer is killed: 300 times", () => kill(300));
