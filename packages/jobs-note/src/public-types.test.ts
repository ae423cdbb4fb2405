import type { ChildProcess } from "node:child_process";
import { expectTypeOf, it } from "vitest";
import {
  type CommandRecord,
  type JobKind,
  type JobNoteOptions,
  type JobRecord,
  jobNote,
  type Redact,
} from "./index.js";
import { type WatchedCommand, type WatchOptions, watchCommand } from "./node.js";

it("the types are those that the README promises", () => {
  expectTypeOf(jobNote).toBeCallableWith(
    { kind: "command", id: "job1", command: "make", reason: "lost" },
    {},
  );
  expectTypeOf(jobNote).returns.toBeString();
  expectTypeOf<JobRecord["kind"]>().toEqualTypeOf<JobKind>();
  expectTypeOf<JobKind>().toEqualTypeOf<"command" | "subagent" | "message" | "to_subagent">();
  expectTypeOf<CommandRecord["unread"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<CommandRecord["open"]>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<CommandRecord["exit"]>().toEqualTypeOf<number | null | undefined>();
  expectTypeOf<JobNoteOptions["redact"]>().toEqualTypeOf<Redact | undefined>();
  expectTypeOf(watchCommand).parameters.toEqualTypeOf<[child: ChildProcess, options: WatchOptions]>();
  expectTypeOf(watchCommand).returns.toEqualTypeOf<WatchedCommand>();
  expectTypeOf<WatchedCommand["ended"]>().toEqualTypeOf<Promise<CommandRecord>>();
  expectTypeOf<WatchedCommand["read"]>().toEqualTypeOf<() => string>();
  expectTypeOf<WatchedCommand["stop"]>().toEqualTypeOf<(reason?: string) => boolean>();
});
