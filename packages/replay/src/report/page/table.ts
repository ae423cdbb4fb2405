import { html, type Markup } from "./markup.js";

/** What may be wider than the page: it can be scrolled, by keyboard too. */
export const scrolled = (label: string, content: Markup): Markup =>
  html`<div class="wide" role="region" tabindex="0" aria-label="${label}">${content}</div>`;

/** A drawing that is one picture to who does not see it. */
interface Plot {
  readonly name: string;
  /** What it shows, in words. */
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly drawing: Markup;
}

/** A plot, which can be scrolled. */
export const plot = ({ name, label, width, height, drawing }: Plot): Markup =>
  scrolled(
    name,
    html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${drawing}</svg>`,
  );

/** The head of a column of shares stands beside that of what they are of, and is left out in a text. */
const SHARE = "%";

/** A row of a table; its first cell is its head. */
export interface TableRow {
  readonly cells: readonly (string | Markup)[];
  /** Whether it is one that the report is about. */
  readonly chosen?: boolean;
}

/** A table, which can be scrolled. */
export const table = ({
  caption,
  heads,
  rows,
}: {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly TableRow[];
}): Markup => {
  const head = (name: string): Markup => html`<th scope="col">${name === "" ? SHARE : name}</th>`;
  const line = ({ cells: [first = "", ...others], chosen }: TableRow): Markup =>
    html`<tr${chosen ? html` class="chosen"` : undefined}><th scope="row">${first}</th>${others.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  return scrolled(
    caption,
    html`<table><caption><span>${caption}</span></caption><thead><tr>${heads.map(head)}</tr></thead><tbody>${rows.map(line)}</tbody></table>`,
  );
};
