export { readToolMap, type ToolMap } from "./formats/tool-rules.js";
export type { ReplayOptions } from "./replay-options.js";
export { type RecordingValue, replayValues, UnknownFormatError } from "./replay-values.js";
export { causeTitles } from "./report/causes.js";
export { reportText } from "./report/report-text.js";
export { type RecordingReport, sumRows, type Totals } from "./report/totals.js";
