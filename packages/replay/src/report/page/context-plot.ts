import type { Unit } from "../../baselines/policy.js";
import { round } from "../report-numbers.js";
import { html, type Markup } from "./markup.js";
import { plot, table } from "./table.js";

/** How long the conversation was at each call under one policy. */
export interface PolicyLengths {
  readonly name: string;
  readonly calls: readonly number[];
}

const WIDTH = 960;
const HEIGHT = 400;
const LEFT = 72;
const RIGHT = 268;
const TOP = 36;
const BOTTOM = 34;
/** Of a long session so many calls are drawn. */
const MOST_POINTS = 300;
const LINE_HEIGHT = 17;

const DASHES = ["1 3", "4 2", "8 3", "2 2 6 2", "10 4 2 4", "5 5", "12 3", "3 6", "6 2 2 2 2 2"];

/** The policies that a report is about, by their line's look. */
export const LOOKS: Readonly<Record<string, string>> = {
  "as recorded": "recorded",
  messages: "messages",
  lean: "lean",
};

/** A round number of at least the greatest value, and its parts: 1, 2, 2.5 or 5 of a power of ten each. */
const scaleOf = (greatest: number): { readonly top: number; readonly step: number } => {
  const rough = Math.max(1, greatest) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  return { top: Math.ceil(Math.max(1, greatest) / step) * step, step };
};

/** Which calls are drawn: all, or some at even distances with the first and the last. */
const drawnCalls = (count: number): number[] => {
  if (count <= MOST_POINTS) return Array.from({ length: count }, (_, at) => at);
  return Array.from({ length: MOST_POINTS }, (_, at) => Math.round((at * (count - 1)) / (MOST_POINTS - 1)));
};

/** Places of labels, each at least a line's height below the one above and all within the plot. */
const spread = (wanted: readonly number[], least: number, most: number): number[] => {
  const order = wanted.map((place, at) => ({ place, at })).sort((one, other) => one.place - other.place);
  const gap = Math.min(LINE_HEIGHT, (most - least) / Math.max(1, wanted.length - 1));
  let last = Number.NEGATIVE_INFINITY;
  for (const label of order) {
    label.place = Math.max(label.place, last + gap, least);
    last = label.place;
  }
  let next = most + gap;
  for (const label of order.toReversed()) {
    label.place = Math.min(label.place, next - gap);
    next = label.place;
  }
  const places = [...wanted];
  for (const { place, at } of order) places[at] = place;
  return places;
};

/** What the lines look like. */
const LINES_KEY: Markup = html`<ul class="key">${Object.entries(LOOKS).map(
  ([name, look]) =>
    html`<li><svg class="long" viewBox="0 0 36 18" aria-hidden="true"><path class="line ${look}" d="M0 9h36"/></svg>${name}</li>`,
)}<li><svg class="long" viewBox="0 0 36 18" aria-hidden="true"><path class="line" stroke-dasharray="4 2" d="M0 9h36"/></svg>other policies</li></ul>`;

const tenth = (value: number): string => String(Math.round(value * 10) / 10);

/** The calls that the table shows and the axis names. */
const namedCalls = (count: number): number[] => [
  ...new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * (count - 1)))),
];

/** A line of the plot: of all policies under which the conversation was as long at every call. */
interface PlottedLine {
  readonly name: string;
  readonly look: string | undefined;
  readonly calls: readonly number[];
}

/** The lines to draw: each once, by the name of a policy that the report is about, or of the first one. */
const linesOf = (policies: readonly PolicyLengths[]): PlottedLine[] => {
  const alike = new Map<string, PolicyLengths[]>();
  for (const policy of policies) {
    const key = policy.calls.join();
    const group = alike.get(key);
    if (group) group.push(policy);
    else alike.set(key, [policy]);
  }
  return [...alike.values()].map((group) => {
    const chosen = group.filter(({ name }) => LOOKS[name] !== undefined);
    const named = (chosen.length > 0 ? chosen : group.slice(0, 1)).map(({ name }) => name);
    const others = group.length - named.length;
    return {
      name: `${named.join(", ")}${others > 0 ? ` +${round(others)}` : ""}`,
      look: LOOKS[named[0] ?? ""],
      calls: group[0]?.calls ?? [],
    };
  });
};

const hasFall = (calls: readonly number[]): boolean =>
  calls.some((length, at) => length < (calls[at - 1] ?? 0));

/** What is not plain to see in the plot. */
const plotNotes = (policies: readonly PolicyLengths[], lines: readonly PlottedLine[]): Markup => {
  const notes = [
    ...(lines.length < policies.length
      ? ["+: so many other policies, under which the conversation is as long at every call."]
      : []),
    ...(hasFall(policies[0]?.calls ?? [])
      ? [
          "Where the line as recorded falls, something was taken out of the conversation, as a compaction does.",
        ]
      : []),
  ];
  return html`${notes.length > 0 ? html`<p class="note">${notes.join(" ")}</p>` : undefined}`;
};

/** The lengths at some calls, as a table. */
const lengthsTable = (policies: readonly PolicyLengths[], unit: Unit): Markup => {
  const count = policies[0]?.calls.length ?? 0;
  const shown = namedCalls(count);
  const heads = ["policy", ...shown.map((at) => `call ${round(at + 1)}`), "longest"];
  const rows = policies.map(({ name, calls }) => ({
    cells: [name, ...shown.map((at) => round(calls[at] ?? 0)), round(Math.max(...calls))],
    chosen: LOOKS[name] !== undefined,
  }));
  return table({ caption: `The length of the conversation at a call, in ${unit}`, heads, rows });
};

/** The context over the calls, a line for each policy, with its table. */
export const contextPlot = (policies: readonly PolicyLengths[], unit: Unit): Markup => {
  const count = policies[0]?.calls.length ?? 0;
  if (count === 0) return html`<p>No call of the model is in the recording.</p>`;
  const { top, step } = scaleOf(policies.reduce((most, { calls }) => Math.max(most, ...calls), 0));
  const x = (at: number): number => LEFT + (count === 1 ? 0.5 : at / (count - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const grid = Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step).map(
    (value) =>
      html`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${tenth(y(value))}" y2="${tenth(y(value))}"/><text class="axis" x="${LEFT - 8}" y="${tenth(y(value) + 4)}" text-anchor="end">${round(value)}</text>`,
  );
  const drawn = drawnCalls(count);
  const plotted = linesOf(policies);
  const places = spread(
    plotted.map(({ calls }) => y(calls.at(-1) ?? 0)),
    TOP,
    HEIGHT - BOTTOM,
  );
  const end = WIDTH - RIGHT;
  const lines = plotted.map(({ name, look, calls }, at) => {
    const points = drawn.map((call) => `${tenth(x(call))},${tenth(y(calls[call] ?? 0))}`).join(" ");
    const dash = look ? undefined : html` stroke-dasharray="${DASHES[at % DASHES.length]}"`;
    const [from, to] = [tenth(y(calls.at(-1) ?? 0)), tenth(places[at] ?? 0)];
    const drawing = html`<polyline class="line ${look ?? ""}"${dash} points="${points}"/><path class="lead-line" d="M${end + 3} ${from}L${end + 16} ${to}h4"/><text class="name ${look ? "chosen" : ""}" x="${end + 25}" y="${tenth((places[at] ?? 0) + 4)}">${name}</text>`;
    return { drawing, look };
  });
  // The ones that the report is about lie above the others.
  const ordered = [...lines.filter(({ look }) => !look), ...lines.filter(({ look }) => look)];
  const label = `The length of the conversation at each of ${round(count)} calls, in ${unit}, under each policy; the table below has the numbers.`;
  const ticks = namedCalls(count).map(
    (at) =>
      html`<path class="grid" d="M${tenth(x(at))} ${HEIGHT - BOTTOM}v5"/><text class="axis" x="${tenth(x(at))}" y="${HEIGHT - 8}" text-anchor="middle">${at === 0 ? "call " : ""}${round(at + 1)}</text>`,
  );
  const axes = html`<text class="axis" x="${LEFT}" y="16">${unit} in the conversation</text>${ticks}`;
  const drawing = html`${grid}${axes}${ordered.map(({ drawing }) => drawing)}`;
  return html`${LINES_KEY}${plot({ name: "Plot of the context", label, width: WIDTH, height: HEIGHT, drawing })}${plotNotes(policies, plotted)}${lengthsTable(policies, unit)}`;
};
