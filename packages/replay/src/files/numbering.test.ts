import { expect, it } from "vitest";
import { numberingOf } from "./numbering.js";

const rows = (count: number, separator: string, first = 1): string =>
  Array.from({ length: count }, (_, at) => `${String(first + at).padStart(6)}${separator}line ${at}`).join(
    "\n",
  );

it.each(["→", "\t", ": ", "| ", ":", "|"])(
  "numbered lines are known by what ends their numbers: %j",
  (separator) => {
    expect(numberingOf(rows(8, separator, 97))).toBe(separator);
    expect(numberingOf(`head\n${rows(8, separator)}\ntail`)).toBe(separator);
    expect(numberingOf(rows(7, separator))).toBeUndefined();
  },
);

it("numbers that do not go on are none", () => {
  expect(numberingOf(`${rows(4, ":")}\nx\n${rows(4, ":", 5)}`)).toBeUndefined();
  expect(numberingOf(Array.from({ length: 20 }, (_, at) => `${2 * at}:x`).join("\n"))).toBeUndefined();
  expect(numberingOf("12:30 noon\n12:31 later")).toBeUndefined();
  expect(numberingOf("")).toBeUndefined();
});

it("are found in time that grows with the text", () => {
  for (const text of [" ".repeat(200_000), "1".repeat(200_000), "1:\n".repeat(100_000)])
    expect(numberingOf(text)).toBeUndefined();
});
