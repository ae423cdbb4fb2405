import { scratchFolder } from "@lembas/build/testing";
import { it } from "vitest";
import { killServers } from "./testing/processes.js";

it("20 killed servers leave what they said, whole, and the next one goes on", () =>
  killServers(scratchFolder(), 20));
