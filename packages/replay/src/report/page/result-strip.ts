import { formatPlural } from "@lembas/format";
import type { TracedResult } from "../../session-trace.js";
import { round } from "../report-numbers.js";
import { html, type Markup } from "./markup.js";
import { scrolled } from "./table.js";
import { countNew, PARTS_KEY, UNREAD_KEY } from "./tool-bars.js";
import { isolatedName } from "./tool-name.js";

const CELL = 24;
const GAP = 4;
const IN_A_ROW = 30;
/** Room for the number of the first result of a row. */
const LEFT = 44;
/** A page has at most so many results; of a longer session the first ones. */
export const MOST_RESULTS = 1_500;

/** What was known of a result, in words. */
const inWords = ({ tool, given, known, cut, isRead }: TracedResult, number: number): Markup => {
  const parts = [
    formatPlural(given, "character"),
    ...(known > 0 ? [`${round(known)} known`] : []),
    ...(cut > 0 ? [`${round(cut)} cut`] : []),
    ...(isRead ? [] : ["no model call read it"]),
  ];
  return html`Result ${round(number)}, ${isolatedName(tool)}: ${parts.join(", ")}`;
};

/**
 * All results of a session in order, a square each, filled by what was known, with a link to its row; and a link past all
 * of them.
 *
 * @param table the id of what stands below
 */
export const resultStrip = (results: readonly TracedResult[], table: string): Markup => {
  const shown = results.slice(0, MOST_RESULTS);
  const cells = shown.map((result, at) => {
    const x = LEFT + (at % IN_A_ROW) * (CELL + GAP) + GAP / 2;
    const y = Math.floor(at / IN_A_ROW) * (CELL + GAP) + GAP / 2;
    const { given, known, cut, isRead } = result;
    const part = (characters: number): number =>
      given === 0 ? 0 : Math.round((10 * CELL * characters) / given) / 10;
    const [low, high] = [part(known), Math.min(CELL - part(known), part(cut))];
    const fill = (look: string, top: number, height: number): Markup | undefined =>
      height > 0
        ? html`<rect class="${look}" x="${x}" y="${y + top}" width="${CELL}" height="${height}"/>`
        : undefined;
    const label = inWords(result, at + 1);
    return html`<a href="#r${at + 1}"><title>${label}</title><rect class="cell${isRead ? "" : " unread"}" x="${x}" y="${y}" width="${CELL}" height="${CELL}"/>${fill("fill-known", CELL - low, low)}${fill("fill-hatch", CELL - low, low)}${fill("fill-cut", CELL - low - high, high)}${fill("outline", CELL - low - high, high)}</a>`;
  });
  const rows = Math.ceil(shown.length / IN_A_ROW);
  const numbers = Array.from(
    { length: rows },
    (_, row) =>
      html`<text class="axis" x="${LEFT - 8}" y="${row * (CELL + GAP) + 18}" text-anchor="end" aria-hidden="true">${round(row * IN_A_ROW + 1)}</text>`,
  );
  const [width, height] = [LEFT + IN_A_ROW * (CELL + GAP), rows * (CELL + GAP)];
  const squares = html`<svg class="strip" viewBox="0 0 ${width} ${height}" role="group" aria-label="${formatPlural(shown.length, "result")}, each with a link to its row">${numbers}${cells}</svg>`;
  const key = html`<ul class="key">${PARTS_KEY}${shown.some(({ isRead }) => !isRead) ? UNREAD_KEY : undefined}</ul>`;
  const skip = html`<p class="skip"><a href="#${table}">Past the ${formatPlural(shown.length, "square")}, to the table</a></p>`;
  return html`${key}${skip}${scrolled("Strip of the results", squares)}`;
};

/** So many characters, in their parts. */
export const partsInWords = (sum: {
  readonly given: number;
  readonly known: number;
  readonly cut: number;
}): string =>
  `${formatPlural(sum.given, "character")}, of which ${round(countNew(sum))} new, ${round(sum.known)} known and ${round(sum.cut)} cut`;
