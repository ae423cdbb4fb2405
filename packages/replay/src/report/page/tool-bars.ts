import { formatPlural } from "@lembas/format";
import { round } from "../report-numbers.js";
import type { ToolRow } from "../totals.js";
import { html, type Markup } from "./markup.js";
import { plot, table } from "./table.js";
import { fittingName, isolatedName, nameCell } from "./tool-name.js";

const WIDTH = 960;
const LEFT = 200;
const RIGHT = 96;
const ROW = 30;
const BAR = 18;
/** The tools that are drawn; all others are one bar. */
const MOST_BARS = 12;
/** In characters that are not wide. */
const ROOM_FOR_NAME = 24;

/** What was given of a tool in its parts. */
export interface CharacterParts {
  readonly given: number;
  readonly known: number;
  readonly cut: number;
}

/** What neither stands above already nor is cut. */
export const countNew = ({ given, known, cut }: CharacterParts): number => Math.max(0, given - known - cut);

/** The patterns that tell the parts apart without colour. */
export const PATTERNS: Markup = html`<svg width="0" height="0" aria-hidden="true" focusable="false" class="defs"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" x2="0" y1="0" y2="6"/></pattern><pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="dots-back" width="6" height="6"/><circle class="dot" cx="3" cy="3" r="1.7"/></pattern></defs></svg>`;

const keyItem = (look: Markup, words: string): Markup =>
  html`<li><svg viewBox="0 0 18 18" aria-hidden="true">${look}</svg>${words}</li>`;

/** What the parts look like. */
export const PARTS_KEY: Markup = html`${keyItem(html`<rect class="fill-new" x=".5" y=".5" width="17" height="17"/>`, "new: goes in, or in the ledger’s words")}${keyItem(html`<rect class="fill-known" width="18" height="18"/><rect class="fill-hatch" width="18" height="18"/>`, "known: already in the conversation, named")}${keyItem(html`<rect class="fill-cut" width="18" height="18"/><rect class="outline" x=".5" y=".5" width="17" height="17"/>`, "cut: left out, can be recalled")}`;

/** What a square looks like that stands for a result which counts nowhere. */
export const UNREAD_KEY: Markup = keyItem(
  html`<rect class="cell unread" x="1" y="1" width="16" height="16"/>`,
  "dashed: no call of the model read it, so it does not count",
);

const together = (rows: readonly ToolRow[]): ToolRow =>
  rows.reduce(
    (sum, row) => ({
      ...{ tool: sum.tool, results: sum.results + row.results, given: sum.given + row.given },
      ...{ messages: sum.messages + row.messages, lean: sum.lean + row.lean },
      ...{ known: sum.known + row.known, cut: sum.cut + row.cut, shortened: sum.shortened + row.shortened },
    }),
    {
      ...{ tool: formatPlural(rows.length, "other tool"), results: 0, given: 0 },
      ...{ messages: 0, lean: 0, known: 0, cut: 0, shortened: 0 },
    },
  );

/** What the characters are that the tools gave, by tool: new, known or cut, with the table. */
export const toolBars = (tools: readonly ToolRow[]): Markup => {
  const sorted = [...tools].sort((one, other) => other.given - one.given);
  const drawn =
    sorted.length > MOST_BARS
      ? [...sorted.slice(0, MOST_BARS - 1), together(sorted.slice(MOST_BARS - 1))]
      : sorted;
  const most = Math.max(1, ...drawn.map(({ given }) => given));
  const scale = (characters: number): number =>
    Math.round((10 * characters * (WIDTH - LEFT - RIGHT)) / most) / 10;
  const bar = (row: ToolRow, at: number): Markup => {
    const top = at * ROW + (ROW - BAR) / 2;
    const [fresh, known, cut] = [countNew(row), row.known, row.cut].map(scale);
    const [from, to] = [LEFT + (fresh ?? 0), LEFT + (fresh ?? 0) + (known ?? 0)];
    const part = (x: number, width: number | undefined, look: string): Markup | undefined =>
      width ? html`<rect class="${look}" x="${x}" y="${top}" width="${width}" height="${BAR}"/>` : undefined;
    return html`<text class="name" x="${LEFT - 10}" y="${top + 13.5}" text-anchor="end"><title>${isolatedName(row.tool)}</title>${fittingName(row.tool, ROOM_FOR_NAME)}</text>${part(LEFT, fresh, "fill-new")}${part(from, known, "fill-known")}${part(from, known, "fill-hatch")}${part(to, cut, "fill-cut")}${part(to, cut, "outline")}<text class="axis" x="${to + (cut ?? 0) + 8}" y="${top + 13.5}">${round(row.given)}</text>`;
  };
  const label = `What the tools gave, in characters: new, known and cut, a bar for each of ${formatPlural(drawn.length, "tool")}; the table below has the numbers.`;
  const rows = sorted.map((row) => ({
    cells: [
      nameCell(row.tool),
      ...[row.results, row.given, countNew(row), row.known, row.cut, row.messages, row.lean].map(round),
    ],
  }));
  const heads = ["tool", "results", "given", "new", "known", "cut", "messages sends", "lean ledger"];
  const bars = plot({
    ...{ name: "Plot of the characters by tool", label, width: WIDTH, height: drawn.length * ROW },
    drawing: html`${drawn.map(bar)}`,
  });
  return html`<ul class="key">${PARTS_KEY}</ul>${bars}${table({ caption: "What the tools gave, in characters, and what goes in", heads, rows })}`;
};
