import { expectTypeOf, it } from "vitest";
import {
  type ApplyOpsResult,
  applyOps,
  createInMemoryStore,
  createMemory,
  type Memory,
  type MemoryAnswer,
  type MemoryPolicy,
  type MemoryStore,
  memoryTool,
  noHiddenCharacters,
  noNearDuplicates,
  pinned,
  readToolCall,
  renderMemory,
} from "./index.js";
import { createFileStore, type FileStore, type HistoryChange } from "./node.js";

it("what a refusal has is known by ok", () => {
  const result = applyOps({ target: "user", entries: [], limit: 10, ops: [] });
  expectTypeOf(result).toEqualTypeOf<ApplyOpsResult>();
  if (result.ok)
    expectTypeOf(result.code).toEqualTypeOf<"added" | "exists" | "replaced" | "removed" | "applied">();
  else expectTypeOf(result.operation).toEqualTypeOf<number | undefined>();
  const call = readToolCall({});
  if (call.ok) expectTypeOf(call.target).toBeString();
  else expectTypeOf(call.code).toEqualTypeOf<"unknown_target" | "operations_not_a_list">();
});

it("a memory answers with ok, text and code", () => {
  expectTypeOf(createMemory).returns.toEqualTypeOf<Memory>();
  expectTypeOf<Memory["call"]>().returns.resolves.toEqualTypeOf<MemoryAnswer>();
  expectTypeOf<Memory["prompt"]>().returns.resolves.toBeString();
  expectTypeOf<"policy">().toExtend<MemoryAnswer["code"]>();
  expectTypeOf<string>().not.toExtend<MemoryAnswer["code"]>();
});

it("a policy has entry or change, and both are synchronous", () => {
  expectTypeOf(pinned(() => true)).toEqualTypeOf<MemoryPolicy>();
  expectTypeOf(noHiddenCharacters()).toEqualTypeOf<MemoryPolicy>();
  expectTypeOf(noNearDuplicates()).toEqualTypeOf<MemoryPolicy>();
  expectTypeOf<{ entry: (entry: string) => string | undefined }>().toExtend<MemoryPolicy>();
  expectTypeOf<{ change: () => Promise<string> }>().not.toExtend<MemoryPolicy>();
  expectTypeOf<() => undefined>().not.toExtend<MemoryPolicy>();
});

it("entries are given as they are: lists may be read-only, and null only where a block is to say so", () => {
  expectTypeOf(renderMemory).parameter(0).toHaveProperty("entries").toEqualTypeOf<readonly string[] | null>();
  expectTypeOf(applyOps).parameter(0).toHaveProperty("entries").toEqualTypeOf<readonly string[]>();
  expectTypeOf(memoryTool().strictSchema.required).toEqualTypeOf<string[]>();
});

it("a store gives back what its change gives", () => {
  expectTypeOf(createInMemoryStore).returns.toEqualTypeOf<MemoryStore>();
  expectTypeOf(createFileStore).returns.toEqualTypeOf<FileStore>();
  expectTypeOf<FileStore>().toExtend<MemoryStore>();
  expectTypeOf<FileStore["undo"]>().returns.resolves.toEqualTypeOf<HistoryChange | undefined>();
  const store = createInMemoryStore();
  const update = () =>
    store.update("user", (entries) => ({ entries, ops: [], value: { count: entries.length } }));
  expectTypeOf(update).returns.resolves.toEqualTypeOf<{ count: number }>();
});
