import { jobNote } from "@lembas/jobs-note";
import { isJsonObject } from "../src/cases/json.js";
import type { Implementation } from "../src/runs/run-suite.js";
import { camelKeys } from "./camel-keys.js";

/** `@lembas/jobs-note`, put to the suite `jobs-note`. */
export const jobsNote: Implementation = {
  name: "@lembas/jobs-note",
  run: (_suite, input) => {
    const { record, options } = input;
    // biome-ignore lint/suspicious/noExplicitAny: the packages' own checks of what they are given are under test
    const given = (record === undefined ? input : record) as any;
    return { text: jobNote(given, isJsonObject(options) ? camelKeys(options, ["marks"]) : undefined) };
  },
};
