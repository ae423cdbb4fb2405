import { formatCount } from "@lembas/format";

/** A whole number with its thousands apart. */
export const round = (value: number): string => formatCount(Math.round(value));

/** A number with its sign: a cost is `+`, a saving `−`. */
export const signed = (value: number): string => {
  const rounded = Math.round(value);
  if (rounded === 0) return "0";
  return `${rounded > 0 ? "+" : "−"}${formatCount(Math.abs(rounded))}`;
};

/** A share with its sign, to a tenth of a percent, and −100% only of all; nothing where there is nothing to compare with. */
export const percent = (value: number, of: number): string => {
  if (of === 0) return "";
  const rounded = Math.round((1000 * value) / of) / 10;
  const share = rounded === -100 && value > -of ? -99.9 : rounded;
  return share === 0 ? "0.0%" : `${share > 0 ? "+" : "−"}${Math.abs(share).toFixed(1)}%`;
};
