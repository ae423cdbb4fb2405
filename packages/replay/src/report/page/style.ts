/** The look of the page, in light and dark, on paper and on a screen. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --raised: #ffffff; --ink: #22262c; --quiet: #59606c; --rule: #dedbd3; --grid: #e9e6df;
  --known: #2c7a51; --new: #c3cad4; --cut: #b06a10; --messages: #2459a6; --others: #8b919c; --focus: #1a5fd0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15171b; --raised: #1c1f25; --ink: #e9e6e0; --quiet: #a7adb9; --rule: #343943; --grid: #2a2e36;
    --known: #6fc596; --new: #4b5361; --cut: #e2a452; --messages: #8db8f5; --others: #7d8492; --focus: #8db8f5;
  }
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
h1 { margin: .5rem 0 .75rem; font-size: 1.7rem; line-height: 1.3; font-weight: 600; max-width: 48rem; text-wrap: balance; }
h1 + p, .lead { margin: .25rem 0; max-width: 48rem; }
h2 { margin: 3.25rem 0 .25rem; font-size: 1.2rem; font-weight: 600; }
h2 + p { margin: 0 0 1rem; color: var(--quiet); max-width: 48rem; }
a { color: inherit; text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
.alarm { padding: .6rem .9rem; border: 2px solid var(--cut); border-radius: .4rem; font-weight: 600; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; margin: 1.75rem 0 0; padding: 0; }
.figures div { padding: 1rem 1.2rem; background: var(--raised); border: 1px solid var(--rule); border-radius: .6rem; }
.figures dt { color: var(--quiet); font-size: .9rem; }
.figures dd { margin: 0; }
.figures dd.large { font-size: 2rem; line-height: 1.25; font-weight: 600; letter-spacing: -.01em; }
.figures dd.small { color: var(--quiet); font-size: .9rem; }
.wide { overflow-x: auto; margin: .75rem 0; }
svg { display: block; width: 100%; min-width: 44rem; height: auto; font-family: inherit; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; color: var(--quiet); padding: .25rem 0 .5rem; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--grid); text-align: right; vertical-align: top; white-space: nowrap; }
thead th { color: var(--quiet); font-weight: 500; border-bottom-color: var(--rule); }
th:first-child, td:first-child, .left { text-align: left; }
th[scope="row"] { font-weight: 500; }
td.marks, td.subject { white-space: normal; text-align: left; min-width: 14rem; overflow-wrap: anywhere; }
tr.chosen th, tr.chosen td { font-weight: 600; }
tr:target th, tr:target td { background: color-mix(in srgb, var(--known) 16%, transparent); }
pre { margin: .4rem 0; padding: .6rem .8rem; max-height: 24rem; overflow: auto; background: var(--raised); border: 1px solid var(--rule);
  border-radius: .4rem; font: .8rem/1.45 ui-monospace, "SF Mono", Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--quiet); padding: .2rem 0; }
ul.notes { padding-left: 1.1rem; color: var(--quiet); font-size: .9rem; max-width: 52rem; }
ul.key { display: flex; flex-wrap: wrap; gap: .35rem 1.5rem; margin: 0 0 .5rem; padding: 0; list-style: none; font-size: .9rem; }
ul.key li { display: flex; align-items: center; gap: .5rem; }
ul.key svg { width: 1.1rem; min-width: 1.1rem; height: 1.1rem; }
ul.key svg.long { width: 2.2rem; min-width: 2.2rem; }
svg.defs { position: absolute; width: 0; min-width: 0; height: 0; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--quiet); font-size: .85rem; }
.axis, .name { fill: var(--quiet); font-size: 12px; }
.name.chosen { fill: var(--ink); font-weight: 600; }
.grid { stroke: var(--grid); stroke-width: 1; }
.lead-line { stroke: var(--rule); stroke-width: 1; fill: none; }
.line { fill: none; stroke: var(--others); stroke-width: 1.25; stroke-linejoin: round; }
.line.recorded { stroke: var(--ink); stroke-width: 2.25; }
.line.messages { stroke: var(--messages); stroke-width: 2.75; stroke-dasharray: 7 4; }
.line.lean { stroke: var(--known); stroke-width: 3; }
.fill-known { fill: var(--known); } .fill-new { fill: var(--new); } .fill-cut { fill: url(#dots); }
.dot { fill: var(--cut); } .dots-back { fill: var(--paper); } .hatch { stroke: var(--paper); stroke-width: 1.5; }
.fill-hatch { fill: url(#hatch); }
.cell { fill: var(--new); stroke: var(--paper); stroke-width: 0; }
.cell.unread { fill: none; stroke: var(--others); stroke-width: 1.5; stroke-dasharray: 3 2; }
.outline { fill: none; stroke: var(--cut); stroke-width: 1; }
a:focus-visible .cell { stroke: var(--focus); stroke-width: 4; }
@media print {
  body { padding: 0; max-width: none; font-size: 10pt; }
  h2 { break-after: avoid; } svg, tr, .figures div { break-inside: avoid; } svg { min-width: 0; }
  .wide, pre { overflow: visible; max-height: none; } a { text-decoration: none; }
  th, td { white-space: normal; overflow-wrap: anywhere; padding-right: .4rem; } td.marks, td.subject { min-width: 0; }
}
`;
