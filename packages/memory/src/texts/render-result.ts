import { checkFlag, checkObject, checkText } from "@lembas/arguments";
import { countCharacters, formatCount, wellFormed } from "@lembas/format";
import type { ApplyOpsResult } from "../operations/apply-ops.js";
import { joinedCharacters, readEntries } from "../operations/entries.js";
import { fenceEntries } from "./fence.js";

const SHOWN_CHARACTERS = 4_000;

/** How many whole entries, from the first, fit when joined. */
const countFitting = (entries: readonly string[]): number => {
  let characters = 0;
  for (const [index, entry] of entries.entries()) {
    characters += countCharacters(entry);
    if (joinedCharacters(characters, index + 1) > SHOWN_CHARACTERS) return index;
  }
  return entries.length;
};

const showEntries = (entries: readonly string[]): string => {
  const fitting = countFitting(entries);
  const left = entries.length - fitting;
  if (left === 0) return fenceEntries(entries);
  const rest = `(${formatCount(left)} more ${left === 1 ? "entry" : "entries"})`;
  return fitting === 0 ? rest : `${fenceEntries(entries.slice(0, fitting))}\n${rest}`;
};

/**
 * What the model reads after a call: what happened and how full the target is; after a refusal that it can mend,
 * the entries too, as many whole ones from the first as have 4,000 characters together. Specification 3.10.
 *
 * @param result what {@link applyOps} gave
 * @throws {TypeError} it is something else
 * @example
 * renderResult(applyOps({ target: "user", entries: [], limit: 1375, ops: [{ action: "add", content: "Prefers tea." }] }));
 * // Entry added. (0% — 12/1,375 chars)
 */
export const renderResult = (
  result: Pick<ApplyOpsResult, "ok" | "message" | "usage" | "shown"> & {
    readonly entries: readonly string[];
  },
): string => {
  checkObject(result, "result", "{ ok, message, usage, shown, entries }");
  const { ok, message, usage, shown } = result;
  checkFlag(ok, "ok");
  checkText(message, "message");
  checkText(usage, "usage");
  checkFlag(shown, "shown");
  const entries = readEntries(result.entries);
  const said = wellFormed(message);
  if (ok) return `${said} (${usage})`;
  const refusal = `Refused: ${said}\n${usage}`;
  return shown ? `${refusal}\nEntries now:\n${showEntries(entries)}` : refusal;
};
