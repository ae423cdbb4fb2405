import { formatCount } from "@lembas/format";
import type { Conclusion } from "../conclusion.js";
import { formatMoney, moneyOf } from "../prices.js";
import { percent, round } from "../report-numbers.js";
import type { ReportParts } from "../report-text.js";
import type { Totals } from "../totals.js";
import { html, type Markup } from "./markup.js";
import { shortName } from "./tool-name.js";

const figure = (title: string, large: string, small: string): Markup =>
  html`<div><dt>${title}</dt><dd class="large">${large}</dd><dd class="small">${small}</dd></div>`;

/** How much longer or shorter something became. */
const change = (inserted: number, { given, unit }: Conclusion): string => {
  const share = percent(Math.abs(inserted - given), given).replace("+", "");
  if (inserted === given) return "as long as before";
  const much = share === "0.0%" ? "less than 0.1%" : share === "" ? `${round(inserted)} ${unit}` : share;
  return `${much} ${inserted < given ? "shorter" : "longer"}`;
};

/** The verdict in one sentence, for who has never heard of the packages. */
export const headlineOf = (conclusion: Conclusion): string => {
  const { messages, lean, reasons } = conclusion;
  const [sent, kept] = [change(messages, conclusion), change(lean, conclusion)];
  const ways = `the results of your tools would have been ${sent}; with its lean ledger, ${kept}.`;
  return reasons.length > 0 ? `Nothing to gain here: with lembas, ${ways}` : `With lembas, ${ways}`;
};

/** What the input of all calls costs, where prices are known. */
const moneyFigure = ({ policies }: Totals, { unit, prices }: ReportParts): Markup | undefined => {
  if (!prices) return undefined;
  const [recorded = "", messages = "", lean = ""] = ["as recorded", "messages", "lean"].map((way) => {
    const policy = policies.find(({ name }) => name === way);
    return policy && formatMoney(moneyOf(policy.oneLine ?? policy.diffs, prices, unit));
  });
  const currency = prices.currency === "" ? "" : `, in ${shortName(prices.currency, 12)}`;
  return figure(
    `input of all calls${currency}`,
    recorded,
    `as recorded; ${messages} with messages, ${lean} with the lean ledger`,
  );
};

/** The figures that one wants to know first. */
export const figures = (conclusion: Conclusion, totals: Totals, parts: ReportParts): Markup => {
  const { unit, given, messages, lean, leanUncut, overwritten, checked, wrong } = conclusion;
  const share = (inserted: number): string => percent(inserted - given, given) || "0.0%";
  const uncut = leanUncut <= lean ? "nothing was cut" : `${share(leanUncut)} with nothing cut`;
  const lossless = overwritten === 0 ? "lossless" : "lossless but for what a terminal overwrites";
  return html`<dl class="figures">${[
    figure(
      "messages, for any agent",
      share(messages),
      `${round(messages)} of ${round(given)} ${unit}, ${lossless}`,
    ),
    figure(
      "lean ledger, for an agent of your own",
      share(lean),
      `${round(lean)} of ${round(given)} ${unit}; ${uncut}`,
    ),
    figure(
      "claims checked",
      formatCount(checked),
      checked === 0
        ? "no text says anything about an earlier result"
        : `${formatCount(wrong)} false; a claim names what the conversation shows already, or recalls it`,
    ),
    moneyFigure(totals, parts),
  ]}</dl>`;
};
