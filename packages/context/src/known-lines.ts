export { isAlert } from "./known-lines/alert.js";
export type { KnownRun } from "./known-lines/find-runs.js";
export {
  canBeNamed,
  type FindOptions,
  KnownLines,
  type LineRange,
  type PrintOptions,
} from "./known-lines/known-lines.js";
export { markText, rangesOutside, withMarks } from "./known-lines/mark-text.js";
export { findSeparator } from "./known-lines/separator.js";
export {
  fileLines,
  numberedLines,
  type Stretch,
  type TextKind,
  type TextLines,
  textLines,
} from "./known-lines/text-lines.js";
export { sha256 } from "./text/sha256.js";
