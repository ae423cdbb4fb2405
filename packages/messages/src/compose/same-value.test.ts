import { expect, it } from "vitest";
import { composeAnthropic, createComposer } from "../index.js";
import { copyValue, isSameValue } from "./same-value.js";

const text = Array.from({ length: 10 }, (_, index) => `line ${index + 1} of a file that is long enough`).join(
  "\n",
);

const messages = (...all: readonly object[]) =>
  all.flatMap((input, index) => [
    { role: "assistant", content: [{ type: "tool_use", id: `call_${index}`, name: "search", input }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `call_${index}`, content: text }] },
  ]);

it("notices what a host changes in the arguments that it gave, however deep", () => {
  const last = { query: { words: ["tea"] } };
  const held = messages({ step: 1 }, { query: { words: ["tea"] } }, last);
  const { composeAnthropic: compose } = createComposer();
  const before = compose(held);
  last.query.words.push("rye");
  const after = compose(held);
  expect(after).toEqual(composeAnthropic(held));
  expect(after).not.toEqual(before);
});

it("copies values up to 500 deep, so that their originals may change", () => {
  const nested = (depth: number): unknown => (depth === 0 ? null : { list: [nested(depth - 1)] });
  const value = nested(249);
  expect(isSameValue(copyValue(value), value)).toBe(true);
  expect(() => copyValue(nested(251))).toThrow(RangeError);
});
