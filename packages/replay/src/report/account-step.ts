import { cleanTerminal, countCharacters } from "@lembas/format";
import type { Inserted } from "../baselines/ledger-run.js";
import { splitInsertion } from "../baselines/split-insertion.js";
import type { EditStep, OutputStep, ReadStep, ResultingStep } from "../step.js";
import type { Causes } from "./causes.js";

const accountRead = (step: ReadStep, { text, kind }: Inserted, given: number): Causes => {
  const { head, body } = splitInsertion(text, step.id, step.path);
  const heads = countCharacters(head);
  if (kind === "stub") return { heads, stubs: countCharacters(body) - given };
  const span = /lines (\d+)-(\d+) of \d+ sha [0-9a-f]{8}\]\n$/.exec(head);
  if (!span) return { heads, ownReads: countCharacters(body) - given };
  const count = Number(span[2]) - Number(span[1]) + 1;
  const shown = body.split("\n", count);
  const lines = shown.join("\n");
  const recorded = countCharacters(step.lines.join("\n"));
  const numbers = shown.reduce((sum, line) => sum + (/^\d+: /.exec(line)?.[0].length ?? 0), 0);
  const notes = countCharacters(body) - countCharacters(lines);
  const pages = countCharacters(lines) - numbers - recorded;
  return { heads, numbers, notes, pages, ownReads: recorded - given };
};

const accountOutput = (step: OutputStep, { text, kind }: Inserted, given: number): Causes => {
  const { head, body } = splitInsertion(text, step.id);
  const [heads, inserted] = [countCharacters(head), countCharacters(body)];
  if (kind === "stub") return { heads, repeats: inserted - given };
  if (kind !== "capped") return { heads, cleaned: inserted - given };
  const cleaned = countCharacters(cleanTerminal(step.given));
  return { heads, cleaned: cleaned - given, caps: inserted - cleaned };
};

const accountEdit = (step: EditStep, { text }: Inserted, given: number): Causes => {
  const { head, body } = splitInsertion(text, step.id, step.path);
  return { heads: countCharacters(head), diffs: countCharacters(body), ownEdits: -given };
};

/**
 * Says what made an inserted text longer or shorter than the recorded result, in characters. The causes add up to
 * the difference.
 */
export const accountStep = (step: ResultingStep, inserted: Inserted): Causes => {
  const given = countCharacters(step.given);
  if (step.op === "read") return accountRead(step, inserted, given);
  if (step.op === "edit") return accountEdit(step, inserted, given);
  if (step.op === "output") return accountOutput(step, inserted, given);
  const difference = countCharacters(inserted.text) - given;
  if (step.op === "memory") return { memory: difference };
  if (step.op === "job") return { jobs: difference };
  const heads = countCharacters(splitInsertion(inserted.text, step.id).head);
  return { heads, recalls: difference - heads };
};
