import { expect, it } from "vitest";
import { formatMoney, moneyOf, readPrices } from "./prices.js";

it("prices of the cache follow the price of input, where they are not said", () => {
  expect(readPrices({ currency: "$", input: 3 })).toEqual({
    ...{ currency: "$", input: 3, cacheRead: 0.3, cacheWrite: 3.75 },
  });
  expect(readPrices({ input: 1, cacheRead: 0.5, cacheWrite: 0 })).toEqual({
    ...{ currency: "", input: 1, cacheRead: 0.5, cacheWrite: 0 },
  });
  expect(readPrices({ currency: "R$ 1", input: 1e-9 })).toMatchObject({
    cacheRead: 1e-10,
    cacheWrite: 1.25e-9,
  });
});

it("what is not prices is a TypeError that says what is right", () => {
  expect(() => readPrices([])).toThrow('prices must be an object like { "currency": "$", "input": 3 }');
  expect(() => readPrices({})).toThrow(
    "input must be a number from 0 to 1000000000000, the price of a million tokens; got undefined",
  );
  expect(() => readPrices({ input: -1 })).toThrow("input must be a number");
  expect(() => readPrices({ input: Number.POSITIVE_INFINITY })).toThrow("; got Infinity");
  expect(() => readPrices({ input: 1, cacheRead: "1" })).toThrow(
    'cacheRead must be a number from 0 to 1000000000000, the price of a million tokens; got "1"',
  );
  expect(() => readPrices({ input: 1, output: 2 })).toThrow(
    'unknown price "output"; there are currency, input, ',
  );
  for (const currency of [1, "a|b", "`", "<b>", "\u001b[2J", "$\n", "eleven letters"])
    expect(() => readPrices({ input: 1, currency })).toThrow("currency must be a text of at most 10 ");
});

it("the input of all calls costs what was read from the cache and what was written to it", () => {
  const cost = { inserted: 0, calls: 2, input: 3_000_000, cached: 1_000_000, rewritten: 0, priced: 0 };
  const prices = readPrices({ input: 4 });
  expect(moneyOf(cost, prices, "tokens")).toBeCloseTo(0.4 + 2 * 5, 9);
  expect(moneyOf(cost, prices, "characters")).toBeCloseTo((0.4 + 2 * 5) / 4, 9);
});

it("amounts have cents, and hundredths of one below a whole", () => {
  expect([0, 0.01234, 1, 1_234_567.891].map(formatMoney)).toEqual([
    "0.0000",
    "0.0123",
    "1.00",
    "1,234,567.89",
  ]);
});
