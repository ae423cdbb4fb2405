import type { Change } from "../formats/recorded.js";
import { type Chain, FileVersion, type Line } from "./file-version.js";
import { splices } from "./splices.js";

/** What an edit made of a file: its versions before (null: it was not there) and after. */
export interface VersionChange {
  readonly before: FileVersion | null;
  readonly after: FileVersion | null;
  /** Whether only the changed text is known, and not where in the file it stands. */
  readonly adrift?: boolean;
}

/** Lines of known texts, each with a number of its own. */
export const toLines = (texts: readonly string[], serial: () => number): Line[] =>
  texts.map((text) => ({ serial: serial(), text }));

/** The lines after a change; `undefined` where the recording does not say enough to know them. */
export const applyChange = (
  change: Change,
  lines: readonly Line[],
  serial: () => number,
): Line[] | undefined => {
  const places = splices(
    change,
    lines.map((line) => line.text),
  );
  if (!places) return undefined;
  const parts: Line[][] = [];
  let copied = 0;
  for (const { from, to, put } of places) {
    parts.push(lines.slice(copied, from), toLines(put, serial));
    copied = to;
  }
  parts.push(lines.slice(copied));
  return parts.flat();
};

/** Lines of context that a diff shows on each side. */
const CONTEXT = 3;

/** An edit whose place in the file is not known: its old text, with lines around it that no read shows. */
export const changeAdrift = (changes: readonly Change[], serial: () => number): VersionChange | undefined => {
  const unknown = (): Line[] =>
    Array.from({ length: CONTEXT }, () => ({ serial: serial(), text: undefined }));
  const chain: Chain = { found: [], closed: false };
  const old: Line[][] = [unknown()];
  for (const change of changes) {
    if (change.kind === "replace") old.push(toLines(change.old.split("\n"), serial), unknown());
    else if (change.kind === "hunk") old.push(toLines(change.old, serial), unknown());
    else return undefined;
  }
  let lines: Line[] | undefined = old.flat();
  const before = new FileVersion(lines, chain);
  for (const change of changes) lines = lines && applyChange(change, lines, serial);
  return lines && { before, after: new FileVersion(lines, chain), adrift: true };
};
