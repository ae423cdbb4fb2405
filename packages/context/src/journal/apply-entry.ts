import { idKey } from "../steps/step-id.js";
import { followRange } from "../windows/follow-edits.js";
import {
  emptyState,
  type FileState,
  findEntry,
  type LatestResult,
  type LedgerState,
  type Window,
} from "../windows/state.js";
import type {
  ChangeEntry,
  CompactEntry,
  ForgetEntry,
  IdentifiedEntry,
  JournalEntry,
  OutputEntry,
  ReadEntry,
  RewindEntry,
} from "./entry.js";

/** The results that a window leans on: it ends with any of them. */
export const windowNames = (window: Window): readonly string[] => [window.id, ...window.edits];

/** The results that a latest result leans on: it ends with any of them. Specification 2.18. */
export const latestNames = (latest: LatestResult): readonly string[] => [latest.id, ...latest.images];

const keepWindows = (state: LedgerState, key: string, keep: (window: Window) => boolean): void => {
  const file = state.files.get(key);
  if (file !== undefined) state.files.set(key, { ...file, windows: file.windows.filter(keep) });
};

const applyRead = (state: LedgerState, entry: ReadEntry): void => {
  const known = state.files.get(entry.key);
  const file: FileState =
    known?.sha === entry.sha ? known : { sha: entry.sha, lines: entry.lines, windows: [] };
  state.files.set(entry.key, file);
  if (entry.result !== "shown" || entry.column !== undefined || entry.next !== undefined) return;
  const { id, first, last } = entry;
  keepWindows(state, entry.key, (window) => window.first < first || window.last > last);
  const windows = state.files.get(entry.key)?.windows ?? [];
  state.files.set(entry.key, { ...file, windows: [...windows, { id, first, last, edits: [] }] });
};

/** The windows of a file after a change whose diff was shown whole. */
const followedWindows = (
  windows: readonly Window[],
  id: string,
  follows: NonNullable<ChangeEntry["follows"]>,
): Window[] =>
  windows.flatMap((window) => {
    const followed = window.first === 0 ? undefined : followRange(window, follows);
    return followed === undefined ? [] : [{ id: window.id, ...followed, edits: [...window.edits, id] }];
  });

const applyChange = (state: LedgerState, entry: ChangeEntry): void => {
  const { id, key, path, sha, lines } = entry;
  if (entry.result !== "unchanged") {
    state.changes.delete(key);
    state.changes.set(key, { id, path, sha });
  }
  const known = state.files.get(key);
  if (known !== undefined && known.sha === sha) return;
  const windows = entry.follows === undefined ? [] : followedWindows(known?.windows ?? [], id, entry.follows);
  state.files.set(key, { sha, lines, windows });
};

const applyOutput = (state: LedgerState, entry: OutputEntry): void => {
  if (entry.call !== undefined && entry.result === "blank") state.repeats.delete(entry.call);
  if (entry.call !== undefined && entry.sha !== undefined && entry.result === "shown") {
    const images = (entry.images ?? []).flatMap(({ since }) => since ?? []);
    state.repeats.set(entry.call, { id: entry.id, sha: entry.sha, images });
  }
  for (const { sha, since } of entry.images ?? []) if (since === undefined) state.images.set(sha, entry.id);
};

const applyCompact = (state: LedgerState, entry: CompactEntry): void => {
  const kept = new Set(entry.kept.map(idKey));
  const stays = (id: string): boolean => kept.has(idKey(id));
  for (const [key, file] of state.files) {
    const windows = file.windows.filter((window) => windowNames(window).every(stays));
    const change = state.changes.get(key);
    if (windows.length === 0 && (change === undefined || !stays(change.id))) state.files.delete(key);
    else state.files.set(key, { ...file, windows });
  }
  for (const [call, latest] of state.repeats)
    if (!latestNames(latest).every(stays)) state.repeats.delete(call);
  for (const [sha, id] of state.images) if (!stays(id)) state.images.delete(sha);
  for (const [key, { id }] of state.changes) if (!stays(id)) state.changes.delete(key);
};

/** All at once: each file's windows, and the latest results, are gone through once, however many results go. */
const applyForget = (state: LedgerState, { ids }: ForgetEntry): void => {
  const gone = new Set<string>();
  const keys = new Set<string>();
  let withImages = false;
  for (const name of ids) {
    const entry = findEntry(state, name);
    if (entry === undefined) continue;
    const { id } = entry;
    gone.add(id);
    state.forgotten.add(idKey(id));
    if ("key" in entry) keys.add(entry.key);
    if (entry.op !== "output") continue;
    if (entry.call !== undefined && state.repeats.get(entry.call)?.id === id)
      state.repeats.delete(entry.call);
    for (const { sha } of entry.images ?? []) {
      withImages = true;
      if (state.images.get(sha) === id) state.images.delete(sha);
    }
  }
  const stays = (id: string): boolean => !gone.has(id);
  for (const key of keys) keepWindows(state, key, (window) => windowNames(window).every(stays));
  if (!withImages) return;
  for (const [call, { images }] of state.repeats) if (!images.every(stays)) state.repeats.delete(call);
};

/** Makes the state again from the entries up to the one named; what was forgotten since stays so. */
const applyRewind = (state: LedgerState, { v, id }: RewindEntry): void => {
  const { forgotten } = state;
  const log = state.log.slice(0, (state.index.get(idKey(id)) ?? -1) + 1);
  Object.assign(state, emptyState());
  for (const entry of log) applyEntry(state, entry);
  const ids = [...forgotten].filter((key) => state.index.has(key) && !state.forgotten.has(key));
  if (ids.length > 0) applyEntry(state, { v, op: "forget", ids });
};

const dropText = (state: LedgerState, id: string): void => {
  const index = state.index.get(idKey(id));
  const entry = index === undefined ? undefined : state.log[index];
  if (index === undefined || entry === undefined || !("text" in entry)) return;
  const { text: _, ...rest } = entry;
  state.log[index] = rest;
  state.storedChars -= entry.characters.stored;
  state.oldestStored = index + 1;
};

const applyStep = (state: LedgerState, entry: IdentifiedEntry): void => {
  state.index.set(idKey(entry.id), state.log.length - 1);
  if ("text" in entry) state.storedChars += entry.characters.stored;
  if (entry.op === "read") applyRead(state, entry);
  else if (entry.op === "edit" || entry.op === "write") applyChange(state, entry);
  else if (entry.op === "output") applyOutput(state, entry);
  for (const id of entry.drops ?? []) dropText(state, id);
};

/** The one way in which a state changes, live or replayed. */
export const applyEntry = (state: LedgerState, entry: JournalEntry): void => {
  if (entry.op === "rewind") {
    applyRewind(state, entry);
    return;
  }
  state.log.push(entry);
  if (entry.op === "compact") applyCompact(state, entry);
  else if (entry.op === "forget") applyForget(state, entry);
  else applyStep(state, entry);
};
