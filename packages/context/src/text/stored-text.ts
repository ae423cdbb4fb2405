import type { IdentifiedEntry, StubRead } from "../journal/entry.js";
import { followChanges, type Lines, parseChanges } from "../windows/follow-edits.js";
import { findEntry, type LedgerState } from "../windows/state.js";
import { changeMessage, EMPTY_FILE, pastColumn, pastEnd } from "./messages.js";
import { numberLines } from "./page.js";

/** The lines that a read showed, without their numbers. */
const shownLines = (state: LedgerState, id: string): Lines | undefined => {
  const entry = findEntry(state, id);
  if (entry?.op !== "read" || entry.result !== "shown" || entry.text === undefined) return undefined;
  return {
    first: entry.first,
    lines: entry.text.split("\n").map((line) => line.slice(line.indexOf(": ") + 2)),
  };
};

/** The lines that a stub stands for, made from the results that it names. */
const stubLines = (state: LedgerState, entry: StubRead): Lines | undefined => {
  let known: Lines | undefined;
  for (const id of entry.since) {
    const shown = shownLines(state, id);
    if (shown === undefined) return undefined;
    known =
      known === undefined
        ? shown
        : {
            first: known.first,
            lines: [...known.lines, ...shown.lines.slice(known.first + known.lines.length - shown.first)],
          };
  }
  for (const id of entry.edits ?? []) {
    const edit = findEntry(state, id);
    if (known === undefined || edit === undefined || !("text" in edit) || edit.text === undefined)
      return undefined;
    known = followChanges(known, parseChanges(edit.text));
  }
  if (known === undefined) return undefined;
  const skipped = entry.first - known.first;
  return { first: entry.first, lines: known.lines.slice(skipped, skipped + entry.last - entry.first + 1) };
};

/**
 * The whole text of a result, as recall shows it; `undefined` where it is no longer kept. A stub's is made from the
 * results that it names. Specification 2.11.
 */
export const storedText = (state: LedgerState, entry: IdentifiedEntry): string | undefined => {
  switch (entry.op) {
    case "read":
      if (entry.result === "past") return pastEnd(entry.offset, entry.lines);
      if (entry.result === "past-column") return pastColumn(entry.column, entry.first, entry.length);
      if (entry.lines === 0) return EMPTY_FILE;
      if (entry.result === "shown") return entry.text;
      {
        const lines = stubLines(state, entry);
        return lines && numberLines(lines.lines.join("\n"), lines.first);
      }
    case "edit":
    case "write":
      return entry.result === "changed" ? entry.text : changeMessage(entry);
    case "output": {
      if (entry.result === "blank") return "";
      const shown = entry.since === undefined ? entry : findEntry(state, entry.since);
      return shown?.op === "output" ? shown.text : undefined;
    }
    case "recall":
      return undefined;
  }
};
