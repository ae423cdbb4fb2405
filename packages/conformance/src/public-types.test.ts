import { createInMemoryStore } from "@lembas/memory";
import { createFileStore } from "@lembas/memory/node";
import type { MemoryStore } from "@lembas/memory/store";
import { expectTypeOf, it } from "vitest";
import {
  type CaseResult,
  type ConformanceCase,
  type Implementation,
  type JsonObject,
  type JsonValue,
  judge,
  type MakeStore,
  runSuite,
  type StoreCheck,
  type StoreContract,
  type StoreOutcome,
  type SuiteReport,
  storeSuite,
  textReport,
  type Verdict,
} from "./index.js";
import { CommandImplementation, loadCases, storeProcessSuite } from "./node.js";

it("the store contract is MemoryStore, of which it is a copy so that nothing of ours depends on this package", () => {
  expectTypeOf<MemoryStore>().toExtend<StoreContract>();
  expectTypeOf<StoreContract>().toExtend<MemoryStore>();
  expectTypeOf<Parameters<StoreContract["read"]>>().toEqualTypeOf<Parameters<MemoryStore["read"]>>();
  expectTypeOf<ReturnType<StoreContract["read"]>>().branded.toEqualTypeOf<ReturnType<MemoryStore["read"]>>();
  expectTypeOf<Parameters<StoreContract["update"]>>().branded.toEqualTypeOf<
    Parameters<MemoryStore["update"]>
  >();
  expectTypeOf<keyof StoreContract>().toEqualTypeOf<keyof MemoryStore>();
});

it("a store of any kind is put to the contract", () => {
  expectTypeOf(() => createInMemoryStore()).toExtend<MakeStore>();
  expectTypeOf((name: string) => createFileStore({ folder: name })).toExtend<MakeStore>();
  expectTypeOf(async () => createInMemoryStore()).toExtend<MakeStore>();
  expectTypeOf(storeSuite).returns.toEqualTypeOf<StoreCheck[]>();
  expectTypeOf(storeProcessSuite).returns.toEqualTypeOf<StoreCheck[]>();
  expectTypeOf<StoreCheck["run"]>().returns.resolves.toBeVoid();
  expectTypeOf<{ refused: true; value: string }>().toExtend<StoreOutcome<string>>();
  expectTypeOf<{ entries: string[]; ops: object[]; value: string }>().toExtend<StoreOutcome<string>>();
  expectTypeOf<{ entries: string[]; value: string }>().not.toExtend<StoreOutcome<string>>();
});

it("an implementation answers with anything, at once or later", () => {
  expectTypeOf({ name: "mine", run: () => 5 }).toExtend<Implementation>();
  expectTypeOf({
    name: "mine",
    run: async (_suite: string, input: JsonObject) => input,
  }).toExtend<Implementation>();
  expectTypeOf<CommandImplementation>().toExtend<Implementation>();
  expectTypeOf(CommandImplementation.start).returns.resolves.toEqualTypeOf<CommandImplementation>();
});

it("a run gives reports, a verdict, a text", () => {
  expectTypeOf(loadCases).returns.toEqualTypeOf<ConformanceCase[]>();
  expectTypeOf(runSuite).returns.resolves.toEqualTypeOf<SuiteReport>();
  expectTypeOf(judge).returns.toEqualTypeOf<Verdict>();
  expectTypeOf(textReport).returns.toBeString();
  expectTypeOf<CaseResult["status"]>().toEqualTypeOf<"passed" | "failed" | "skipped" | "errored">();
  expectTypeOf<ConformanceCase["input"]>().toEqualTypeOf<JsonObject>();
  expectTypeOf<ConformanceCase["expect"]>().toEqualTypeOf<JsonValue>();
});
