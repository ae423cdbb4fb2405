import fc from "fast-check";

/** One thing that happens in a session. Indexes count results, modulo how many there are. */
export type Action =
  | {
      readonly do: "read";
      readonly path: string;
      readonly offset: number | undefined;
      readonly limit: number | undefined;
      readonly column: number | undefined;
      readonly fresh: boolean | undefined;
    }
  /** A run of lines replaced by others. */
  | {
      readonly do: "edit";
      readonly path: string;
      readonly at: number;
      readonly deleted: number;
      readonly added: readonly string[];
    }
  | { readonly do: "write"; readonly path: string; readonly content: string | null }
  /** A change that the ledger is not told of. */
  | { readonly do: "touch"; readonly path: string; readonly content: string }
  | { readonly do: "output"; readonly tool: string; readonly args: unknown; readonly text: string }
  /** A result of blocks: a text, and images by their data. */
  | {
      readonly do: "blocks";
      readonly tool: string;
      readonly text: string;
      readonly images: readonly string[];
    }
  | { readonly do: "recall"; readonly target: number }
  | { readonly do: "compact"; readonly keepEvery: number; readonly edits: boolean }
  | { readonly do: "forget"; readonly target: number }
  | { readonly do: "abort" }
  | { readonly do: "rewind"; readonly back: number }
  | { readonly do: "restart"; readonly from: "entries" | "journal" }
  /** The host names what is left: all but every so manieth result. */
  | { readonly do: "retain"; readonly every: number; readonly by: "ids" | "calls" }
  /** The host takes out what names a result that is gone. */
  | { readonly do: "clear" }
  /** The host goes on with a branch, of which it may hold another number of calls. */
  | { readonly do: "fork"; readonly shownCalls: number };

/** A session: its ledger's options, how many calls the host holds, and what happens. */
export interface SessionPlan {
  readonly options: {
    readonly union: boolean;
    readonly acrossEdits: boolean;
    readonly keepChars: number | undefined;
    readonly idPrefix: string | undefined;
  };
  readonly shownCalls: number | undefined;
  readonly actions: readonly Action[];
}

/** A value in one of ten cases. */
const rarely = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const path = fc.constantFrom("a", "a", "./a", "dir//b.ts");
const word = fc.constantFrom("x", "}", "", "const a = 1", "1: x", "@@ -1,1 +1,1 @@", "- y", "w\rz", "😀");

/** Contents that are close to one another, so that reads meet windows and edits have context. */
const content = fc
  .tuple(fc.integer({ min: 0, max: 26 }), fc.boolean())
  .map(
    ([count, ended]) =>
      Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n") +
      (ended && count > 0 ? "\n" : ""),
  );

const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("one\ntwo\n", "one\ntwo\n", "", "\u001b[31mred\u001b[0m", "10%\r100%\n"),
  },
  { weight: 1, arbitrary: fc.nat(40).map((count) => "row\n".repeat(count)) },
);

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 18,
    arbitrary: fc.record({
      do: fc.constant("read"),
      path,
      offset: fc.option(fc.integer({ min: 1, max: 26 }), { nil: undefined, freq: 4 }),
      limit: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined, freq: 3 }),
      column: rarely(fc.integer({ min: 1, max: 4 })),
      fresh: rarely(fc.constant(true)),
    } as const),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("edit"),
      path,
      at: fc.nat(26),
      deleted: fc.nat(3),
      added: fc.array(word, { maxLength: 3 }),
    } as const),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("write"),
      path,
      content: fc.option(content, { freq: 4 }),
    } as const),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("touch"), path, content } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("output"),
      tool: fc.constantFrom("list", "list", "bash"),
      args: fc.constantFrom({ a: 1, b: 2 }, { b: 2, a: 1 }, null),
      text,
    } as const),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("blocks"),
      tool: fc.constantFrom("list", "list", "shot"),
      text: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom("one\ntwo\n", " \n") },
        { weight: 1, arbitrary: fc.constantFrom("10%\r100%", "row\n".repeat(30)) },
      ),
      images: fc.constantFrom(["QUJD"], ["QUJD"], ["QUJD", "REVG"], ["REVG", "REVG"]),
    } as const),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("recall"), target: fc.nat(60) } as const) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("compact"), keepEvery: fc.nat(3), edits: fc.boolean() } as const),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("forget"), target: fc.nat(60) } as const) },
  { weight: 1, arbitrary: fc.constant({ do: "abort" } as const) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rewind"), back: fc.nat(12) } as const) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("restart"),
      from: fc.constantFrom("entries", "journal"),
    } as const),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("retain"),
      every: fc.integer({ min: 1, max: 5 }),
      by: fc.constantFrom("ids", "calls"),
    } as const),
  },
  { weight: 1, arbitrary: fc.constant({ do: "clear" } as const) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("fork"), shownCalls: fc.integer({ min: 1, max: 12 }) } as const),
  },
);

/** Any session, with any combination of options. */
export const sessionPlan: fc.Arbitrary<SessionPlan> = fc.record({
  options: fc.record({
    union: fc.boolean(),
    acrossEdits: fc.boolean(),
    keepChars: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined }),
    idPrefix: fc.option(fc.constantFrom("a", "bc"), { nil: undefined }),
  }),
  shownCalls: rarely(fc.integer({ min: 1, max: 12 })),
  actions: fc.array(action, { maxLength: 80, size: "max" }),
});
