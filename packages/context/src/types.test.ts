import { expectTypeOf, it } from "vitest";
import {
  type ChangeStep,
  type ContentBlock,
  ContextLedger,
  createInMemoryJournalStore,
  type EditStep,
  type Insertion,
  type InsertionKind,
  type JournalEntry,
  type JournalStore,
  type LedgerOptions,
  type LedgerStep,
  lean,
  type Mark,
  type OutputStep,
  openSession,
  type ReadStep,
  type RecallStep,
  type SeenFile,
  type Session,
  type WriteStep,
} from "./index.js";

it("promises these types", () => {
  const ledger = new ContextLedger();
  expectTypeOf(ledger.insert).parameters.toEqualTypeOf<[step: LedgerStep]>();
  expectTypeOf<Extract<LedgerStep, { op: "read" }>>().toExtend<ReadStep>();
  expectTypeOf<Extract<LedgerStep, { op: "edit" }>>().toExtend<EditStep>();
  expectTypeOf<EditStep>().toExtend<ChangeStep>();
  expectTypeOf<EditStep["inCall"]>().toEqualTypeOf<readonly string[] | undefined>();
  expectTypeOf<Extract<LedgerStep, { op: "write" }>>().toExtend<WriteStep>();
  expectTypeOf<WriteStep["inCall"]>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<OutputStep["numbered"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<OutputStep["fresh"]>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<Insertion["marks"]>().toEqualTypeOf<readonly Mark[] | undefined>();
  expectTypeOf(lean).toExtend<LedgerOptions>();
  expectTypeOf(lean.heads).toEqualTypeOf<"short">();
  expectTypeOf<Extract<LedgerStep, { op: "output" }>>().toExtend<OutputStep>();
  expectTypeOf<Extract<LedgerStep, { op: "recall" }>>().toExtend<RecallStep>();
  expectTypeOf<{ op: "read"; path: string }>().not.toExtend<LedgerStep>();
  expectTypeOf(ledger.read).returns.toEqualTypeOf<Insertion>();
  expectTypeOf<Insertion["kind"]>().toEqualTypeOf<InsertionKind>();
  expectTypeOf<Insertion["sources"]>().toEqualTypeOf<readonly string[] | undefined>();
  expectTypeOf<Insertion["blocks"]>().toEqualTypeOf<readonly ContentBlock[] | undefined>();
  expectTypeOf(ledger.seen).returns.toEqualTypeOf<SeenFile | undefined>();
  expectTypeOf(ledger.dangling).returns.toEqualTypeOf<string[]>();
  expectTypeOf(ledger.rewind).parameter(0).toEqualTypeOf<string | null>();
  expectTypeOf(ledger.toJSON).returns.toEqualTypeOf<JournalEntry[]>();
  expectTypeOf(ledger.stats.read.given).toEqualTypeOf<number>();
  expectTypeOf(ContextLedger.replay).parameter(0).toEqualTypeOf<readonly unknown[]>();
  expectTypeOf(createInMemoryJournalStore).returns.toEqualTypeOf<JournalStore>();
  expectTypeOf(openSession).returns.toEqualTypeOf<Promise<Session>>();
});

it("has a type for each entry of the journal", () => {
  type Read = Extract<JournalEntry, { op: "read"; result: "shown" }>;
  expectTypeOf<Read["first"]>().toEqualTypeOf<number>();
  expectTypeOf<Read["text"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Extract<JournalEntry, { result: "stub"; op: "read" }>["since"]>().toEqualTypeOf<
    readonly string[]
  >();
  expectTypeOf<Extract<JournalEntry, { op: "rewind" }>["id"]>().toEqualTypeOf<string | null>();
  expectTypeOf<JournalEntry["op"]>().toEqualTypeOf<
    "read" | "edit" | "write" | "output" | "recall" | "compact" | "forget" | "rewind"
  >();
  expectTypeOf<JournalEntry["v"]>().toEqualTypeOf<1>();
});
