import { checkNames, isJsonObject } from "@lembas/arguments";
import { CACHE_PRICES } from "../baselines/context-size.js";
import { CHARACTERS_PER_TOKEN, type Unit } from "../baselines/policy.js";
import type { PolicyCost } from "../baselines/policy-run.js";

/** What a provider takes for a million tokens of input. */
export interface Prices {
  /** Such as `$`. */
  readonly currency: string;
  readonly input: number;
  /** Of input that is read from the cache, and that is written to it. */
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

const NAMES = ["currency", "input", "cacheRead", "cacheWrite"] satisfies (keyof Prices)[];

const MILLION = 1_000_000;

/** No price is higher; what all calls cost can be written in digits. */
const HIGHEST = 1e12;

/** What stands in the head of a table: nothing that Markdown or a terminal takes for more than a letter. */
const CURRENCY = /^[\p{L}\p{N}\p{Sc} .]{0,10}$/u;

const priceOf = (value: unknown, name: string): number => {
  if (typeof value === "number" && value >= 0 && value <= HIGHEST) return value;
  const given = typeof value === "number" ? String(value) : JSON.stringify(value);
  throw new TypeError(
    `${name} must be a number from 0 to ${HIGHEST}, the price of a million tokens; got ${given}`,
  );
};

/** A part of a price, without what a double adds to it. */
const shareOf = (price: number, share: number): number => Number((price * share).toPrecision(12));

/**
 * Checks what a file of prices holds. What it does not say of the cache is 0.1 and 1.25 of the input's price.
 *
 * @throws {TypeError} it is something else
 * @example
 * readPrices({ currency: "$", input: 3 }); // { currency: "$", input: 3, cacheRead: 0.3, cacheWrite: 3.75 }
 */
export const readPrices = (value: unknown): Prices => {
  if (!isJsonObject(value))
    throw new TypeError('prices must be an object like { "currency": "$", "input": 3 }');
  checkNames(value, NAMES, "price");
  const { currency = "", cacheRead, cacheWrite } = value;
  const input = priceOf(value["input"], "input");
  if (typeof currency !== "string" || !CURRENCY.test(currency))
    throw new TypeError(
      `currency must be a text of at most 10 letters, digits and signs of currencies, like "$"; got ${JSON.stringify(currency)}`,
    );
  return {
    currency,
    input,
    cacheRead: cacheRead === undefined ? shareOf(input, CACHE_PRICES.read) : priceOf(cacheRead, "cacheRead"),
    cacheWrite:
      cacheWrite === undefined ? shareOf(input, CACHE_PRICES.write) : priceOf(cacheWrite, "cacheWrite"),
  };
};

/** What the input of all calls costs. Characters are taken for tokens of four. */
export const moneyOf = ({ input, cached }: PolicyCost, prices: Prices, unit: Unit): number => {
  const sum = cached * prices.cacheRead + (input - cached) * prices.cacheWrite;
  return sum / MILLION / (unit === "tokens" ? 1 : CHARACTERS_PER_TOKEN);
};

/** An amount of money: to the cent, and below one to a hundredth of it. */
export const formatMoney = (amount: number): string => {
  const [whole = "", cents = ""] = amount.toFixed(amount < 1 ? 4 : 2).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents}`;
};
