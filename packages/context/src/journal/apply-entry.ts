import type { TextLines } from "../known-lines/text-lines.js";
import { applyCompact } from "../steps/compact.js";
import { applyForget } from "../steps/forget.js";
import { kindOf } from "../steps/kinds.js";
import { idKey } from "../steps/step-id.js";
import { withoutTexts } from "../text/stored-text.js";
import { emptyState, type LedgerState } from "../windows/state.js";
import type { IdentifiedEntry, JournalEntry, RewindEntry } from "./entry.js";

/** Makes the state again from the entries up to the one named; what was forgotten since stays so. */
const applyRewind = (state: LedgerState, { v, id }: RewindEntry): void => {
  const { forgotten } = state;
  const log = id === null ? [] : state.log.slice(0, (state.index.get(idKey(id)) ?? -1) + 1);
  Object.assign(state, emptyState(state.known !== undefined));
  for (const entry of log) applyEntry(state, entry);
  const ids = [...forgotten].filter((key) => state.index.has(key) && !state.forgotten.has(key));
  if (ids.length > 0) applyEntry(state, { v, op: "forget", ids });
};

const dropText = (state: LedgerState, id: string): void => {
  const index = state.index.get(idKey(id));
  const entry = index === undefined ? undefined : state.log[index];
  if (index === undefined || entry === undefined || !("text" in entry)) return;
  state.log[index] = Object.freeze(withoutTexts(entry));
  state.storedChars -= entry.characters.stored;
  state.oldestStored = index + 1;
  state.known?.forget([entry.id]);
};

const applyStep = (state: LedgerState, entry: IdentifiedEntry, lines: TextLines | undefined): void => {
  const key = idKey(entry.id);
  state.index.set(key, state.log.length - 1);
  state.present.add(key);
  if ("text" in entry) state.storedChars += entry.characters.stored;
  kindOf(entry).apply(state, entry, lines);
  for (const id of entry.drops ?? []) dropText(state, id);
};

/** The one way in which a state changes, live or replayed; `lines` are those of its stored text, where they are known. */
export const applyEntry = (state: LedgerState, entry: JournalEntry, lines?: TextLines): void => {
  if (entry.op === "rewind") {
    applyRewind(state, entry);
    return;
  }
  state.log.push(entry);
  if (entry.op === "compact") applyCompact(state, entry);
  else if (entry.op === "forget") applyForget(state, entry);
  else applyStep(state, entry, lines);
};
