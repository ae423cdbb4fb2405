import { countCharacters, firstCharacters, formatPlural } from "@lembas/format";
import type { TracedResult } from "../../session-trace.js";
import type { Claim } from "../../verify/claim.js";
import type { Disclosure } from "../report.js";
import { round } from "../report-numbers.js";
import { withoutSecrets } from "../secrets.js";
import { escapedLines, html, Markup } from "./markup.js";
import { MOST_RESULTS } from "./result-strip.js";
import { scrolled } from "./table.js";
import { countNew } from "./tool-bars.js";
import { nameCell, shortName } from "./tool-name.js";

/** Of one text, and of all in a page, at most so many characters are shown. */
const MOST_TEXT = 20_000;
const MOST_TEXTS = 1_200_000;
/** Marks of one result that are told one by one; those that are the same are one. */
const MOST_MARKS = 20;

/** What is taken out of a page, and how much room is left in it. */
class Texts {
  readonly secrets: Map<string, number>;
  #left = MOST_TEXTS;

  constructor(secrets: Map<string, number>) {
    this.secrets = secrets;
  }

  /** A text, folded. */
  folded(summary: string, text: string): Markup {
    const clean = withoutSecrets(text, this.secrets);
    const shown = firstCharacters(clean, Math.min(MOST_TEXT, this.#left));
    this.#left -= countCharacters(shown);
    const rest = countCharacters(clean) - countCharacters(shown);
    const note = rest > 0 ? html`<p>${formatPlural(rest, "more character")} not shown.</p>` : undefined;
    return html`<details><summary>${summary}</summary><pre tabindex="0">${escapedLines(shown)}</pre>${note}</details>`;
  }
}

/** The table of all results of a session: what each gave, what goes in, and what its marks name. */
export const resultTable = (
  id: string,
  results: readonly TracedResult[],
  { names = false, texts = false }: Disclosure,
  secrets: Map<string, number>,
): Markup => {
  const shown = results.slice(0, MOST_RESULTS);
  const numbers = new Map(results.map(({ id }, at) => [id, at + 1]));
  const folds = new Texts(secrets);
  const named = (id: string): Markup => {
    const number = numbers.get(id);
    if (number === undefined) return html`a result that is not in the list`;
    return number <= MOST_RESULTS
      ? html`<a href="#r${number}">result ${round(number)}</a>`
      : html`result ${round(number)}`;
  };
  const listed = (ids: readonly string[]): Markup[] =>
    ids.map((id, at) => html`${at === 0 ? "" : at === ids.length - 1 ? " and " : ", "}${named(id)}`);
  const claimInWords = ({ kind, ids, first, last, argument }: Claim): Markup => {
    if (kind === "stub")
      return html`all of it: the lines that ${listed(ids)} ${ids.length === 1 ? "shows" : "show"}`;
    if (kind === "repeat") return html`all of it: the same as ${listed(ids)}`;
    const lines =
      first === last ? `line ${round(first ?? 0)}` : `lines ${round(first ?? 0)} to ${round(last ?? 0)}`;
    const word = names ? html`“<bdi>${shortName(argument ?? "")}</bdi>”` : "an argument";
    const place = argument === undefined ? undefined : html`${word} in the call of `;
    return html`${lines} of ${place}${listed(ids)}`;
  };
  const marks = (claims: readonly Claim[]): Markup | undefined => {
    if (claims.length === 0) return undefined;
    const counts = new Map<string, number>();
    for (const claim of claims) {
      const { text } = claimInWords(claim);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const more = counts.size - MOST_MARKS;
    const told = [...counts].slice(0, MOST_MARKS).map(([text, count], at) => {
      const times = count > 1 ? ` (${round(count)} times)` : "";
      return html`${at === 0 ? "" : "; "}${new Markup(text)}${times}`;
    });
    return html`${told}${more > 0 ? `; ${round(more)} more` : ""}`;
  };
  const heads = ["given", "new", "known", "cut", "messages sends", "lean ledger"];
  const columns = heads.length + (names ? 4 : 3);
  const row = (result: TracedResult, at: number): Markup => {
    const { tool, given, known, cut, isRead, messages, lean, subject } = result;
    const name = names ? withoutSecrets(subject ?? "", secrets) : "";
    const subjectCell = names ? html`<td class="subject"><bdi>${shortName(name, 200)}</bdi></td>` : undefined;
    const [byLean, byMessages] = [marks(lean.claims), marks(messages.claims)];
    const line = (way: string, told: Markup | undefined): Markup | undefined =>
      told && html`<div>${way}: ${told}</div>`;
    const claims = html`${line("ledger", byLean)}${line("messages", byMessages)}`;
    const folded = texts
      ? html`<tr class="texts"><td colspan="${columns}">${folds.folded("what the tool gave", result.texts.given)}${folds.folded("what goes in with the lean ledger", result.texts.lean)}</td></tr>`
      : undefined;
    const sizes = [given, countNew(result), known, cut, messages.inserted, lean.inserted];
    return html`<tr id="r${at + 1}"><th scope="row">${round(at + 1)}</th><td class="left tool">${nameCell(tool)}${isRead ? "" : " (not read)"}</td>${sizes.map((size) => html`<td>${round(size)}</td>`)}${subjectCell}<td class="marks">${claims}</td></tr>${folded}`;
  };
  const caption = "All results in order, in characters; what is named stands above in the conversation";
  const more =
    results.length > shown.length
      ? html`<p>${formatPlural(results.length - shown.length, "further result")} of the session not shown.</p>`
      : undefined;
  const rows = html`<table id="${id}"><caption><span>${caption}</span></caption><thead><tr><th scope="col">result</th><th scope="col" class="left">tool</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}${names ? html`<th scope="col" class="left">path or command</th>` : undefined}<th scope="col" class="left">what its marks name</th></tr></thead><tbody>${shown.map(row)}</tbody></table>`;
  return html`${scrolled(caption, rows)}${more}`;
};
