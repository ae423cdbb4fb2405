import type { ForgetEntry } from "../journal/entry.js";
import { findEntry, type LedgerState, windowTest } from "../windows/state.js";
import { idKey } from "./step-id.js";

/**
 * Ends what results that are gone showed. All at once: each file's windows, and the latest results, are gone through
 * once, however many results go. Specification 2.13.
 */
export const applyForget = (state: LedgerState, { ids }: ForgetEntry): void => {
  const gone = new Set<string>();
  const files = new Set<string>();
  // Whether a latest result may lean on one of them.
  let hasParts = state.known !== undefined;
  for (const name of ids) {
    const entry = findEntry(state, name);
    if (entry === undefined) continue;
    const { id } = entry;
    gone.add(id);
    state.forgotten.add(idKey(id));
    state.present.delete(idKey(id));
    if ("key" in entry) files.add(entry.key);
    if (entry.op !== "output") continue;
    if (entry.call !== undefined && state.repeats.get(entry.call)?.id === id)
      state.repeats.delete(entry.call);
    if (entry.result !== "shown") continue;
    for (const { sha } of entry.images ?? []) {
      hasParts = true;
      if (state.images.get(sha) === id) state.images.delete(sha);
    }
  }
  const stays = (id: string): boolean => !gone.has(id);
  for (const key of files) {
    const file = state.files.get(key);
    if (file !== undefined)
      state.files.set(key, {
        ...file,
        windows: file.windows.filter(windowTest(file, stays)),
        rows: file.rows.filter(windowTest(file, stays)),
      });
  }
  state.known?.forget(gone);
  if (!hasParts) return;
  for (const [call, { parts }] of state.repeats) if (!parts.every(stays)) state.repeats.delete(call);
};
