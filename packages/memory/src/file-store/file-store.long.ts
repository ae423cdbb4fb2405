import { it } from "vitest";
import { contend } from "../testing/contend.js";
import { kill } from "../testing/kill.js";

it("loses no change of eight processes, with a dead holder's lock in each of 60 rounds", () => contend(60));

it("leaves the old or the new entries, wherever its writer is killed: 300 times", () => kill(300));
