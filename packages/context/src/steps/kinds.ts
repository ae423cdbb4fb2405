import type { IdentifiedEntry } from "../journal/entry.js";
import { type ChangeEntry, type EditStep, editKind, type WriteStep, writeKind } from "./change.js";
import { type OutputEntry, type OutputStep, outputKind } from "./output.js";
import { type ReadEntry, type ReadStep, readKind } from "./read.js";
import { type RecallEntry, type RecallStep, recallKind } from "./recall.js";
import type { StepKind, StepName } from "./step-kind.js";

/** The steps that insert a result, by the name of what they do. */
export interface Steps {
  readonly read: ReadStep;
  readonly edit: EditStep;
  readonly write: WriteStep;
  readonly output: OutputStep;
  readonly recall: RecallStep;
}

/** What a step with an id does. */
export type StepOp = keyof Steps;

/** A step of any kind: `op` says which, the rest is what that method takes. */
export type LedgerStep = { [Op in StepOp]: { readonly op: Op } & Steps[Op] }[StepOp];

/** What the journal has of them. */
export interface Entries {
  readonly read: ReadEntry;
  readonly edit: ChangeEntry;
  readonly write: ChangeEntry;
  readonly output: OutputEntry;
  readonly recall: RecallEntry;
}

type Kinds = { readonly [Op in StepOp]: StepKind<Steps[Op], Entries[Op]> };

/** All kinds of steps. */
export const KINDS: Kinds = {
  read: readKind,
  edit: editKind,
  write: writeKind,
  output: outputKind,
  recall: recallKind,
};

/** The kind of step that an entry is of. */
export const kindOf = <Entry extends IdentifiedEntry>(entry: Entry): StepKind<StepName, Entry> =>
  // Which kind goes with which entry is in the type of KINDS, where TypeScript does not look it up for a union.
  KINDS[entry.op] as unknown as StepKind<StepName, Entry>;
