import "./end-with-run.js";
import { afterAll } from "vitest";
import { runLast } from "./at-end.js";

afterAll(runLast);
