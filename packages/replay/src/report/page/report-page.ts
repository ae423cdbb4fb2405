import { createHash } from "node:crypto";
import { formatCount, formatPlural } from "@lembas/format";
import type { SessionTrace } from "../../session-trace.js";
import { type Conclusion, concludeReplay, conclusionLines } from "../conclusion.js";
import { falseLines, problemLines, recordingsLine } from "../disclosed.js";
import type { Disclosure, Report } from "../report.js";
import { percent, round } from "../report-numbers.js";
import { callNotes, policyCells, wayHeads, wayRows } from "../report-tables.js";
import type { ReportParts } from "../report-text.js";
import { secretNames } from "../secrets.js";
import { contextPlot, LOOKS } from "./context-plot.js";
import { html, Markup } from "./markup.js";
import { partsInWords, resultStrip } from "./result-strip.js";
import { resultTable } from "./result-table.js";
import { STYLE } from "./style.js";
import { table } from "./table.js";
import { type CharacterParts, PARTS_KEY, PATTERNS, toolBars } from "./tool-bars.js";

/** What the page may do: nothing but look as its own style says. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src data:; base-uri 'none'; form-action 'none'`;

const STYLE_MARKUP = new Markup(STYLE);

const figure = (title: string, large: string, small: string): Markup =>
  html`<div><dt>${title}</dt><dd class="large">${large}</dd><dd class="small">${small}</dd></div>`;

const figures = ({ unit, given, messages, lean, leanUncut, checked, wrong }: Conclusion): Markup => {
  const share = (inserted: number): string => percent(inserted - given, given) || "0.0%";
  const uncut = leanUncut <= lean ? "nothing was cut" : `${share(leanUncut)} with nothing cut`;
  return html`<dl class="figures">${[
    figure(
      "messages: one line in any agent",
      share(messages),
      `${round(messages)} of ${round(given)} ${unit}, lossless`,
    ),
    figure(
      "lean ledger: in an agent of your own",
      share(lean),
      `${round(lean)} of ${round(given)} ${unit}; ${uncut}`,
    ),
    figure("claims checked", formatCount(checked), `${formatCount(wrong)} false`),
  ]}</dl>`;
};

const sumParts = (all: readonly CharacterParts[]): CharacterParts => {
  const sum = { given: 0, known: 0, cut: 0 };
  for (const { given, known, cut } of all) {
    sum.given += given;
    sum.known += known;
    sum.cut += cut;
  }
  return sum;
};

/** The results of the largest session, and what all others come to. */
const sessionSection = (
  { totals }: Report,
  { results }: SessionTrace,
  disclosure: Disclosure,
  secrets: Map<string, number>,
): Markup => {
  const others = totals.conversations - 1;
  const read = results.filter(({ isRead }) => isRead);
  const [all, drawn] = [sumParts(totals.tools), sumParts(read)];
  const count = totals.tools.reduce((sum, row) => sum + row.results, 0) - read.length;
  const rest = {
    given: Math.max(0, all.given - drawn.given),
    known: Math.max(0, all.known - drawn.known),
    cut: Math.max(0, all.cut - drawn.cut),
  };
  const restWords =
    others > 0
      ? ` The other ${formatPlural(others, "conversation")} had ${formatPlural(Math.max(0, count), "result")}: ${partsInWords(rest)}.`
      : "";
  const which = others > 0 ? "The conversation with the most results" : "Every result, in order";
  return html`<h2 id="results">${which}</h2><p>A square for each result, filled from below by how much of it stood above already; each leads to its row. Dashed: no call of the model read it.${restWords}</p>${PARTS_KEY}${resultStrip(results)}${resultTable(results, disclosure, secrets)}`;
};

const disclosureWords = ({ names, texts }: Disclosure, secrets: ReadonlyMap<string, number>): Markup => {
  const held = [
    "numbers and names of tools",
    ...(names ? ["paths and commands"] : []),
    ...(texts ? ["texts of results"] : []),
  ].join(", ");
  if (!names && !texts) return html`<li>Of the sessions this page holds ${held}, nothing else.</li>`;
  const found = [...secrets].map(([name, count]) => `${name}: ${count}`).join("; ");
  return html`<li>Of the sessions this page holds ${held}. What looks like a secret was taken out (${found === "" ? "none was found" : found}); the patterns are of ${secretNames.join(", ")}. Look through it before you give it to others.</li>`;
};

const TITLE = "lembas replay: ";

/** Whether a text begins as a page that `reportPage` made. */
export const isReportPage = (beginning: string): boolean =>
  beginning.startsWith("<!doctype html>") && beginning.includes(`<title>${TITLE}`);

/**
 * The report as one page of HTML, which asks nothing of any server and runs no script: the conclusion in words, the
 * context over the calls, the characters by tool, all results of the largest session, the policies, and how it was
 * counted.
 */
export const reportPage = (
  report: Report,
  { unit, prices }: ReportParts,
  largest: SessionTrace | undefined,
  disclosure: Disclosure,
): string => {
  const { totals, problems, interrupted } = report;
  const conclusion = concludeReplay(totals, unit);
  const [headline = "", ...lines] = conclusion ? conclusionLines(conclusion) : [];
  const secrets = new Map<string, number>();
  const results = largest && sessionSection(report, largest, disclosure, secrets);
  const of = recordingsLine(report);
  const policies = policyCells(totals, { unit, edits: "oneLine", prices });
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,"><title>${TITLE}${of}</title>
<style>${STYLE_MARKUP}</style></head>
<body>${PATTERNS}<header><p class="of">lembas replay · ${of}</p><h1>${headline}</h1>${lines.map((line) => html`<p class="lead">${line}</p>`)}
${interrupted === undefined ? undefined : html`<p class="alarm">${interrupted}</p>`}${falseLines(totals, disclosure).map((words) => html`<p class="alarm">${words}</p>`)}
${conclusion && figures(conclusion)}</header>
<main>
${largest && html`<h2>The context, call by call</h2><p>How long the conversation is when the model is called${totals.conversations > 1 ? ", in the conversation with the most results" : ""}. What is read at every call is paid at every call.</p>${contextPlot(largest.lengths, unit)}`}
<h2>What the characters are</h2><p>Of what each tool gave: new, known or cut, as the lean ledger has it.</p>${toolBars(totals.tools)}
<h2>What goes in</h2><p>By kind of step, with the two ways to use the packages.</p>${table({ caption: `What goes in, in ${unit}`, heads: wayHeads(unit), rows: wayRows(totals, unit).map((cells, at, all) => ({ cells, chosen: at === all.length - 1 })) })}
<h2>Against other policies</h2><p>The same results under the policies of others, and what that makes of all calls.</p>${table({ caption: `Policies, in ${unit}, edits in one line`, heads: ["policy", ...policies.heads], rows: policies.rows.map((cells) => ({ cells, chosen: LOOKS[cells[0] ?? ""] !== undefined })) })}
${results}
<h2>How it was counted</h2><ul class="notes">${callNotes(totals, unit, prices).map((note) => html`<li>${note}</li>`)}${disclosureWords(disclosure, secrets)}${problemLines(problems, disclosure).map((line) => html`<li>Not used as such: ${line}</li>`)}</ul>
</main><footer>Made by lembas-replay. This page asks nothing of any server and runs no script.</footer></body></html>
`;
  return page.text;
};
