import { it } from "vitest";
import { contend } from "../testing/contend.js";

it("loses no change of eight processes, with a dead holder's lock in each of 60 rounds", () => contend(60));
