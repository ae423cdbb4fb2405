import { createInMemoryStore, type MemoryPolicy, type MemoryStore, type MemoryTarget } from "@lembas/memory";
import { createFileStore, type HistoryChange } from "@lembas/memory/node";
import type { Server } from "@modelcontextprotocol/server";
import { expectTypeOf, it } from "vitest";
import {
  createMemoryServer,
  type MemoryHistory,
  type MemoryServer,
  type MemoryServerOptions,
  runCommandLine,
} from "./index.js";

it("a store is all that a server needs", () => {
  expectTypeOf<{ store: MemoryStore }>().toExtend<MemoryServerOptions>();
  expectTypeOf<{ targets: Record<string, MemoryTarget> }>().not.toExtend<MemoryServerOptions>();
  expectTypeOf<MemoryServerOptions["policies"]>().toEqualTypeOf<readonly MemoryPolicy[] | undefined>();
  expectTypeOf<MemoryServerOptions["readOnly"]>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf(createInMemoryStore()).toExtend<MemoryServerOptions["store"]>();
});

it("a server is the SDK's, and told of changes", () => {
  expectTypeOf(createMemoryServer).parameters.toEqualTypeOf<[MemoryServerOptions]>();
  expectTypeOf(createMemoryServer).returns.resolves.toEqualTypeOf<MemoryServer>();
  expectTypeOf<MemoryServer["server"]>().toEqualTypeOf<Server>();
  expectTypeOf<MemoryServer["announceChanges"]>().returns.resolves.toBeVoid();
});

it("a file store is a history, and one in memory is not", () => {
  expectTypeOf(createFileStore).returns.toExtend<MemoryHistory>();
  expectTypeOf(createInMemoryStore).returns.not.toExtend<MemoryHistory>();
  expectTypeOf<MemoryHistory["changes"]>().returns.resolves.toEqualTypeOf<readonly HistoryChange[]>();
  expectTypeOf<MemoryHistory["undo"]>().returns.resolves.toEqualTypeOf<HistoryChange | undefined>();
});

it("the command gives its exit code", () => {
  expectTypeOf(runCommandLine).parameters.toEqualTypeOf<[readonly string[]]>();
  expectTypeOf(runCommandLine).returns.resolves.toBeNumber();
});
