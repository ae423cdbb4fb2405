import { expect, it } from "vitest";
import { isJsonObject } from "./index.js";

it.each<[unknown, boolean]>([
  [{}, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  ["{}", false],
  [0, false],
  [undefined, false],
])("%j is a JSON object: %s", (value, expected) => {
  expect(isJsonObject(value)).toBe(expected);
});
