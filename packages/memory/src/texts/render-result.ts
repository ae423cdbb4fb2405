import { checkFlag, checkObject, checkText } from "@lembas/arguments";
import { wellFormed } from "@lembas/format";
import type { ApplyOpsResult } from "../operations/apply-ops.js";
import { readEntries } from "../operations/entries.js";
import { fenceEntries } from "./fence.js";

/** How many characters of entries a refusal shows, and a prompt block at least. Specification 3.9 and 3.10. */
export const SHOWN_CHARACTERS = 4_000;

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
  return shown ? `${refusal}\nEntries now:\n${fenceEntries(entries, SHOWN_CHARACTERS)}` : refusal;
};
