import { it } from "vitest";
import { compareWithPython } from "./testing/against-python.js";

it("the Python example and the packages answer random cases alike", () => compareWithPython(10_000));
