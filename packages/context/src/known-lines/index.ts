export { isAlert } from "./alert.js";
export type { KnownRun } from "./find-runs.js";
export {
  canBeNamed,
  type FindOptions,
  KnownLines,
  type LineRange,
  type PrintOptions,
} from "./known-lines.js";
export { markText, rangesOutside, withMarks } from "./mark-text.js";
export { findSeparator } from "./separator.js";
export {
  fileLines,
  numberedLines,
  type Stretch,
  type TextKind,
  type TextLines,
  textLines,
} from "./text-lines.js";
