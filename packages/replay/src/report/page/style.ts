/** The look of the page, in light and dark, on paper and on a screen. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --raised: #ffffff; --ink: #22262c; --quiet: #59606c; --rule: #dedbd3; --grid: #e9e6df;
  --known: #2c7a51; --new: #c3cad4; --cut: #b06a10; --messages: #2459a6; --others: #7d8490; --focus: #1a5fd0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15171b; --raised: #1c1f25; --ink: #e9e6e0; --quiet: #a7adb9; --rule: #343943; --grid: #2a2e36;
    --known: #6fc596; --new: #4b5361; --cut: #e2a452; --messages: #8db8f5; --others: #7d8492; --focus: #8db8f5;
  }
}
@media (prefers-contrast: more) { :root { --quiet: var(--ink); --rule: var(--ink); --grid: color-mix(in srgb, var(--ink) 35%, var(--paper)); --others: var(--ink); } }
@media (forced-colors: active) {
  :root { --paper: Canvas; --raised: Canvas; --ink: CanvasText; --quiet: CanvasText; --rule: CanvasText; --grid: color-mix(in srgb, CanvasText 40%, Canvas);
    --known: CanvasText; --new: Canvas; --cut: CanvasText; --messages: LinkText; --others: GrayText; --focus: Highlight; }
}
@media print {
  :root {
    color-scheme: light;
    --paper: #ffffff; --raised: #ffffff; --ink: #111111; --quiet: #444444; --rule: #bbbbbb; --grid: #dddddd;
    --known: #2c7a51; --new: #c3cad4; --cut: #b06a10; --messages: #2459a6; --others: #777777;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 66rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; font-variant-numeric: tabular-nums;
}
header p.of { margin: 0; color: var(--quiet); font-size: .9rem; }
h1 { margin: .5rem 0 .75rem; font-size: clamp(1.45rem, 1.1rem + 1.4vw, 2rem); line-height: 1.25; font-weight: 650; max-width: 52rem; text-wrap: balance; letter-spacing: -.01em; }
.lead { margin: .5rem 0; max-width: 48rem; }
.detail { margin: 1rem 0; max-width: 52rem; color: var(--quiet); font-size: .9rem; }
h2 { margin: 3.25rem 0 .25rem; font-size: 1.3rem; font-weight: 600; scroll-margin-top: 1rem; }
h2 + p { margin: 0 0 1rem; color: var(--quiet); max-width: 48rem; }
h3 { margin: 1.75rem 0 .5rem; font-size: 1rem; font-weight: 600; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1.25rem 0 0; padding: .6rem 0; list-style: none; font-size: .9rem; border-block: 1px solid var(--rule); }
nav a { display: inline-block; padding: .15rem 0; text-decoration-color: var(--rule); }
nav a:hover { text-decoration-color: currentColor; }
a { color: inherit; text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
.alarm { max-width: 52rem; padding: .6rem .9rem; border: 2px solid var(--cut); border-radius: .4rem; font-weight: 600; overflow-wrap: anywhere; }
.note { margin: .25rem 0 .75rem; color: var(--quiet); font-size: .9rem; max-width: 48rem; }
.skip a { position: absolute; padding: .5rem .75rem; background: var(--raised); }
.skip a:not(:focus) { clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; white-space: nowrap; padding: 0; }
.skip { margin: 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 1rem; margin: 1.75rem 0 0; padding: 0; }
@media (max-width: 62rem) { .figures:has(:nth-child(4)) { grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); } }
.figures div { display: grid; grid-template-rows: subgrid; grid-row: span 3; gap: 0; padding: 1rem 1.2rem; background: var(--raised); border: 1px solid var(--rule); border-radius: .6rem; }
.figures dt { color: var(--quiet); font-size: .9rem; }
.figures dt, .figures dd { margin: 0; }
.figures dd.large { font-size: 2rem; line-height: 1.25; font-weight: 600; letter-spacing: -.01em; }
.figures dd.small { color: var(--quiet); font-size: .9rem; text-wrap: balance; }
.wide { overflow-x: auto; margin: .75rem 0; }
svg { display: block; width: 100%; min-width: 45rem; height: auto; font-family: inherit; }
svg.strip { min-width: 55.25rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; color: var(--quiet); padding: .25rem 0 .5rem; }
caption span { display: inline-block; position: sticky; left: 0; max-width: calc(100vw - 3rem); }
p { text-wrap: pretty; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--grid); text-align: right; vertical-align: top; white-space: nowrap; }
thead th { color: var(--quiet); font-weight: 500; vertical-align: bottom; border-bottom-color: var(--rule); }
th:first-child, td:first-child, .left { text-align: left; }
th[scope="row"] { font-weight: 500; }
th[scope="row"] { white-space: normal; overflow-wrap: anywhere; min-width: 10rem; }
td.tool { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; } #rows th[scope="row"] { min-width: 0; white-space: nowrap; }
tbody tr:hover { background: var(--raised); }
td.marks, td.subject { white-space: normal; text-align: left; min-width: 11rem; overflow-wrap: anywhere; }
table:has(.subject) thead th { white-space: normal; } tr:has(+ .texts) > * { border-bottom: 0; } .texts td { padding: 0 0 .5rem 3rem; text-align: left; white-space: normal; }
.texts details { position: sticky; left: 0; max-width: calc(100vw - 6rem); } .texts details:not([open]) { display: inline-block; margin-right: 1.5rem; }
tr.chosen th, tr.chosen td { font-weight: 600; }
tr:target th, tr:target td { background: color-mix(in srgb, var(--known) 16%, transparent); }
pre { margin: .4rem 0; padding: .6rem .8rem; max-height: 24rem; overflow: auto; background: var(--raised); border: 1px solid var(--rule);
  border-radius: .4rem; font: .8rem/1.45 ui-monospace, "SF Mono", Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--quiet); padding: .2rem 0; }
dl.policies { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); gap: .5rem 2rem; margin: 0; font-size: .9rem; }
.policies dt { font-weight: 500; } .policies dd { margin: 0; color: var(--quiet); }
code { font-family: ui-monospace, "SF Mono", Consolas, monospace; font-size: .95em; }
ul.notes { padding-left: 1.1rem; color: var(--quiet); font-size: .9rem; max-width: 52rem; }
ul.key { display: flex; flex-wrap: wrap; gap: .35rem 1.5rem; margin: 0 0 .75rem; padding: 0; list-style: none; font-size: .9rem; }
ul.key li { display: flex; align-items: center; gap: .5rem; }
ul.key svg { width: 1.1rem; min-width: 1.1rem; height: 1.1rem; }
ul.key svg.long { width: 2.2rem; min-width: 2.2rem; }
svg.defs { position: absolute; width: 0; min-width: 0; height: 0; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--quiet); font-size: .85rem; }
.axis, .name { fill: var(--quiet); font-size: 12px; }
@media (max-width: 60rem) { .axis, .name { font-size: 14px; } }
.name.chosen { fill: var(--ink); font-weight: 600; }
.grid { stroke: var(--grid); stroke-width: 1; }
.lead-line { stroke: var(--rule); stroke-width: 1; fill: none; }
.line { fill: none; stroke: var(--others); stroke-width: 1.25; stroke-linejoin: round; }
.line.recorded { stroke: var(--ink); stroke-width: 2.25; }
.line.messages { stroke: var(--messages); stroke-width: 2.75; stroke-dasharray: 7 4; }
.line.lean { stroke: var(--known); stroke-width: 3; }
.fill-known { fill: var(--known); } .fill-new { fill: var(--new); stroke: var(--others); stroke-width: 1; } .fill-cut { fill: url(#dots); }
.dot { fill: var(--cut); } .dots-back { fill: var(--paper); } .hatch { stroke: var(--paper); stroke-width: 1.5; }
.fill-hatch { fill: url(#hatch); }
.cell { fill: var(--new); stroke: var(--others); stroke-width: 1; }
.cell.unread { fill: none; stroke: var(--others); stroke-width: 1.5; stroke-dasharray: 3 2; }
.outline { fill: none; stroke: var(--cut); stroke-width: 1; }
svg a:focus-visible { outline: none; } a:focus-visible .cell { stroke: var(--focus); stroke-width: 4; stroke-dasharray: none; }
@media print {
  html { font-size: 10pt; } body { padding: 0; max-width: none; }
  nav, .skip { display: none; } h2, h3, caption, ul.key, h2 + p { break-after: avoid; } thead { display: table-header-group; }
  .figures, .figures:has(:nth-child(4)) { grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); } .figures dd.large { font-size: 1.7rem; }
  tbody tr:first-child { break-before: avoid; } table:not(#rows) { break-inside: avoid; } svg, tr, .figures div { break-inside: avoid; } svg, svg.strip { min-width: 0; }
  .wide, pre { overflow: visible; max-height: none; } a { text-decoration: none; }
  thead th { white-space: normal; } th, td { padding-right: .4rem; } details:not([open]), .texts details:not([open]), .texts:not(:has([open])) { display: none; } th[scope="row"], td.marks, td.subject { min-width: 0; } td.tool { min-width: 4rem; }
  tr:has(+ .texts) > * { border-bottom: 1px solid var(--grid); }
  #rows { font-size: 8pt; } @page { margin: 14mm 13mm; }
}
`;
