import fc from "fast-check";
import { expect, it } from "vitest";
import { isBlank } from "./blank.js";

it("a text is blank exactly where it has no character but white space", () => {
  const anyText = fc.string({
    unit: fc.constantFrom(" ", "\t", "\r\n", "\ufeff", "\u2028", "\u0085", "\u001f", "a"),
  });
  fc.assert(fc.property(anyText, (text) => isBlank(text) === !/\S/.test(text)));
});

it("only a text can be blank", () => {
  expect(() => isBlank(JSON.parse("{}"))).toThrow(
    new TypeError("text must be a string; got a value of type object"),
  );
});
