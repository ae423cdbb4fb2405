import { html, type Markup } from "./markup.js";

/** A row of a table; its first cell is its head. */
export interface TableRow {
  readonly cells: readonly (string | Markup)[];
  /** Whether it is one that the report is about. */
  readonly chosen?: boolean;
}

/** A table that may be scrolled, by keyboard too. */
export const table = ({
  caption,
  heads,
  rows,
}: {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly TableRow[];
}): Markup => {
  const head = (name: string): Markup => (name === "" ? html`<td></td>` : html`<th scope="col">${name}</th>`);
  const line = ({ cells: [first = "", ...others], chosen }: TableRow): Markup =>
    html`<tr${chosen ? html` class="chosen"` : undefined}><th scope="row">${first}</th>${others.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  return html`<div class="wide" role="region" tabindex="0" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${heads.map(head)}</tr></thead><tbody>${rows.map(line)}</tbody></table></div>`;
};
