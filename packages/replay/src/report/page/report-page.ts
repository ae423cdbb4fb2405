import { createHash } from "node:crypto";
import { formatCount, formatPlural } from "@lembas/format";
import type { SessionTrace } from "../../session-trace.js";
import { concludeReplay, conclusionLines } from "../conclusion.js";
import { falseLines, problemLines, recordingsLine } from "../disclosed.js";
import type { Disclosure, Report } from "../report.js";
import { callNotes, policyCells, WAY_NOTE, wayHeads, wayRows } from "../report-tables.js";
import type { ReportParts } from "../report-text.js";
import { secretNames, withoutSecrets } from "../secrets.js";
import type { Totals } from "../totals.js";
import { contextPlot, LOOKS } from "./context-plot.js";
import { figures, headlineOf } from "./figures.js";
import { html, Markup } from "./markup.js";
import { policyInWords } from "./policy-words.js";
import { partsInWords, resultStrip } from "./result-strip.js";
import { resultTable } from "./result-table.js";
import { STYLE } from "./style.js";
import { table } from "./table.js";
import { type CharacterParts, PATTERNS, toolBars } from "./tool-bars.js";

/** What the page may do: nothing but look as its own style says. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src data:; base-uri 'none'; form-action 'none'`;

const STYLE_MARKUP = new Markup(STYLE);

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
  return html`<p>A square for each result, filled from below by how much of it the conversation showed already, as the lean ledger has it; each leads to its row.${restWords}</p>${resultStrip(results, "rows")}${resultTable("rows", results, disclosure, secrets)}`;
};

/** What the page holds of the sessions. */
const disclosureWords = ({ names, texts }: Disclosure, secrets: ReadonlyMap<string, number>): string => {
  const held = [
    "numbers and names of tools, those of your own servers too",
    ...(names ? ["paths and commands"] : []),
    ...(texts ? ["texts of results"] : []),
  ].join("; ");
  if (!names && !texts) return `Of the sessions this page holds ${held}; nothing else.`;
  const found = [...secrets].map(([name, count]) => `${name}: ${formatCount(count)}`).join("; ");
  return `Of the sessions this page holds ${held}. What looks like a secret was taken out (${found === "" ? "none was found" : found}); the patterns are of ${secretNames.join(", ")}. No list of patterns is whole: look through the page before you give it to others.`;
};

const notes = (lines: readonly (string | Markup)[]): Markup =>
  html`<ul class="notes">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;

/** A part of the page; `label` is what leads to it. Without a body it is left out. */
interface Section {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly body: Markup | undefined;
}

const policyNotes = ({ policies }: Totals): Markup =>
  html`<dl class="policies">${policies.map(({ name }) => {
    const words = policyInWords(name);
    return words === undefined ? undefined : html`<div><dt>${name}</dt><dd>${words}</dd></div>`;
  })}</dl>`;

/** A square that is known in part, as the results are drawn. */
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#c3cad4"/><path d="M0 7h16v6a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z" fill="#2c7a51"/></svg>')}`;

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
  parts: ReportParts,
  largest: SessionTrace | undefined,
  disclosure: Disclosure,
): string => {
  const { unit, prices } = parts;
  const { totals, problems, interrupted } = report;
  const conclusion = concludeReplay(totals, unit);
  const headline = conclusion && headlineOf(conclusion);
  const [, detail] = conclusion ? conclusionLines(conclusion) : [];
  const secrets = new Map<string, number>();
  const results = largest && sessionSection(report, largest, disclosure, secrets);
  const clean = (line: string): string => withoutSecrets(line, secrets);
  const alarms = [
    ...(interrupted === undefined ? [] : [interrupted]),
    ...falseLines(totals, disclosure).map(clean),
  ];
  const unused = problemLines(problems, disclosure).map((line) => `Not used as such: ${clean(line)}`);
  const of = recordingsLine(report);
  const policies = policyCells(totals, { unit, edits: "oneLine", prices });
  const [, ...wayColumns] = wayHeads(unit);
  const isLargest = totals.conversations > 1;
  const sections: readonly Section[] = [
    {
      ...{ id: "context", label: "Context", title: "The context, call by call" },
      body:
        largest &&
        html`<p>How long the conversation is when the model is called${isLargest ? ", in the conversation with the most results" : ""}. All of it is read, and paid for, at every call.</p>${contextPlot(largest.lengths, unit)}`,
    },
    {
      ...{ id: "tools", label: "Tools", title: "What the tools gave" },
      body: html`<p>How the lean ledger takes it: what was new, what the conversation showed already, and what is cut.</p>${toolBars(totals.tools)}`,
    },
    {
      ...{ id: "steps", label: "Steps", title: "What goes in instead" },
      body: html`<p>By kind of step, in each of the two ways to use lembas. ${WAY_NOTE}</p>${table({ caption: `What goes in, in ${unit}; %: against what was given`, heads: ["kind of step", ...wayColumns], rows: wayRows(totals, unit).map((cells, at, all) => ({ cells, chosen: at === all.length - 1 })) })}`,
    },
    {
      ...{ id: "policies", label: "Policies", title: "Against other policies" },
      body: html`<p>The same results as others would send them, and what the model then reads in all calls together.</p>${table({ caption: `Policies, in ${unit}, edits in one line`, heads: ["policy", ...policies.heads], rows: policies.rows.map((cells) => ({ cells, chosen: LOOKS[cells[0] ?? ""] !== undefined })) })}${notes(callNotes(totals, unit, prices))}<h3>What each policy does</h3>${policyNotes(totals)}`,
    },
    {
      ...{ id: "results", label: "Results" },
      title: isLargest ? "The conversation with the most results" : "Every result, in order",
      body: results,
    },
    {
      ...{ id: "page", label: "This page", title: "What this page holds" },
      body: notes([disclosureWords(disclosure, secrets), ...unused]),
    },
  ];
  const shown = sections.filter(({ body }) => body !== undefined);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${TITLE}${of}</title>
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark"><meta name="description" content="${headline}">
<link rel="icon" href="${ICON}">
<style>${STYLE_MARKUP}</style></head>
<body>${PATTERNS}<header><p class="of">lembas replay · ${of}</p><h1>${headline}</h1>${alarms.map((words) => html`<p class="alarm">${words}</p>`)}
<p class="lead">lembas keeps an agent’s conversation clean: where a tool gives lines that the conversation shows already, a short mark says where they stand. This is what it would have made of recorded sessions; no model was called.</p>
${conclusion && figures(conclusion, totals, parts)}${detail === undefined ? undefined : html`<p class="detail">${detail}</p>`}
<nav aria-label="On this page"><ul>${shown.map(({ id, label }) => html`<li><a href="#${id}">${label}</a></li>`)}</ul></nav></header>
<main>
${shown.map(({ id, title, body }) => html`<h2 id="${id}">${title}</h2>${body}\n`)}</main><footer>Made by <code>npx @lembas/replay --html FILE</code>, which you can run on sessions of your own. This page asks nothing of any server and runs no script.</footer></body></html>
`;
  return page.text;
};
