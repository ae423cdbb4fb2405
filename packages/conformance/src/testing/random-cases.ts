import fc from "fast-check";
import type { JsonObject } from "../cases/json.js";

/** Characters that rules are about, beside some that none is about. */
const CHARACTERS = [
  ..."abAB xyz019.,;:?!-~_/\\\"'`<>[](){}|#$&*+=@^%",
  ..."\n\n\n\r\t\v\f\b\u0000\u0007\u001b\u001b[]m;K?",
  ..."\u001c\u001f\u007f\u0085\u00a0\u1680\u180e\u2003\u200b\u200d\u2028\u2029\u202f\u205f\u3000\ufeff",
  ..."§§…·—éčß\u0130\u0131ſ\u0301\u{1f600}\u{1f468}\u{e0001}\u4e2d",
];

const character = fc.constantFrom(...CHARACTERS);

const text = (maxLength = 40): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.array(character, { maxLength }).map((list) => list.join("")) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(character, fc.integer({ min: 0, max: 1_200 }))
        .map(([one, times]) => one.repeat(times)),
    },
  );

/** Movements of a terminal's cursor, and words and characters that they matter to. */
const MOVEMENTS = [
  ..."ABCDEFGHJKadefsu`"
    .split("")
    .flatMap((final) => ["", "2", "0", "3;2", ";3"].map((n) => `\u001b[${n}${final}`)),
  ...["1K", "1J", "600C", "600B", "?1049h", "?25l", "1:2A", "2 A", "31m"].map((end) => `\u001b[${end}`),
  ...[
    "\u001b7",
    "\u001b8",
    "\u001b",
    "\t",
    "\b",
    "\r",
    "\n",
    "\n",
    "\n",
    "words",
    "a",
    "b",
    "中",
    "😀",
    "\u0301",
  ],
];

const movingText = fc.array(fc.constantFrom(...MOVEMENTS), { maxLength: 30 }).map((units) => units.join(""));

const whole = (max: number): fc.Arbitrary<number> =>
  fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max }));

/** What JSON can hold of numbers, odd ones often. */
const number = fc.oneof(
  fc.integer({ min: -200, max: 100_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0.5, 59.99, 3599.5, 1e21, 1e-7, 123456789012345680000, -0, 2.675, 1.005, 4294967295),
);

const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined, freq: 3 });

const ofText = (op: string): fc.Arbitrary<object> => fc.record({ op: fc.constant(op), text: text() });

/** Budgets that may be set up: head and tail together within the maximum. */
const budgets = fc
  .record({
    max_lines: optional(whole(12)),
    max_chars: optional(whole(60)),
    head_lines: optional(whole(4)),
    head_chars: optional(whole(20)),
    tail_lines: optional(whole(4)),
    tail_chars: optional(whole(20)),
  })
  .filter(
    ({
      max_lines = 400,
      max_chars = 40_000,
      head_lines = 0,
      head_chars = 0,
      tail_lines = 0,
      tail_chars = 0,
    }) => head_lines + tail_lines <= max_lines && head_chars + tail_chars <= max_chars,
  );

/** What counts against budgets of characters. */
export const measure = fc.constantFrom("utf8_bytes", "words", "halved_when_even");

/** A case as it comes out of JSON: fields without a value are absent. */
const asCase = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value));

export const formatCase: fc.Arbitrary<JsonObject> = fc
  .oneof(
    ...["lines", "trim", "blank", "label", "one_lined", "block", "clean_terminal", "clean_terminal"].map(
      ofText,
    ),
    fc.record({ op: fc.constant("clean_terminal"), text: movingText }),
    fc.record({ op: fc.constant("characters"), text: text(), first: optional(whole(50)) }),
    fc.record({ op: fc.constant("characters"), text: text(), last: optional(whole(50)) }),
    fc.record({ op: fc.constant("tail"), text: text(), characters: whole(50) }),
    fc.record({ op: fc.constant("count"), n: whole(10_000_000) }),
    fc.record({ op: fc.constant("plural"), count: whole(10_000), noun: fc.constantFrom("step", "line") }),
    fc.record({
      op: fc.constantFrom("percent", "usage"),
      used: whole(1_000_000),
      limit: whole(1_000_000).map((limit) => limit + 1),
    }),
    fc.record({ op: fc.constant("duration"), seconds: number }),
    fc.record({
      op: fc.constant("cap"),
      text: text(80),
      output_id: optional(fc.constant("#a001")),
      budgets: optional(budgets),
      measure: optional(measure),
    }),
  )
  .map(asCase);

const record = fc.oneof(
  fc.record({
    kind: fc.constant("command"),
    id: optional(fc.oneof(text(8), number)),
    command: optional(fc.oneof(text(), number)),
    exit: optional(fc.oneof(number, fc.constantFrom(null, "", "3", " -15 ", "1.5", "--1", true), text(4))),
    reason: optional(fc.oneof(fc.constantFrom("timeout", "stopped", "lost", " lost "), text(8))),
    open: optional(fc.constantFrom(true, false, "true")),
    seconds: optional(fc.oneof(number, fc.constantFrom("65", "x", null))),
    signal: optional(fc.oneof(text(8), number)),
    unread: optional(fc.oneof(text(80), movingText, number)),
    error: optional(fc.oneof(text(), number)),
    log: optional(text(12)),
    tokens: optional(number),
    cost: optional(number),
  }),
  fc.record({
    kind: fc.constant("subagent"),
    id: optional(fc.oneof(text(8), number)),
    agent: optional(fc.oneof(text(8), number)),
    description: optional(text()),
    report: optional(text(80)),
    steps: optional(fc.oneof(number, fc.constantFrom("7", "-7", "x", null, []))),
    tools: optional(number),
    tokens: optional(fc.oneof(number, fc.constantFrom("7", "1e3"))),
    cost: optional(fc.oneof(number, fc.double({ min: 0, max: 100, noNaN: true }))),
    reason: optional(
      fc.oneof(fc.constantFrom("stop", "stopped", "steps", "budget", "error", " error "), text(8)),
    ),
    error: optional(text()),
    seconds: optional(number),
    worktree: optional(text()),
    log: optional(text(12)),
  }),
  fc.record({
    kind: fc.constantFrom("message", "to_subagent"),
    id: optional(text(8)),
    agent: optional(text(8)),
    description: optional(text(8)),
    text: optional(fc.oneof(text(), number, fc.constant(null))),
    log: optional(text(12)),
  }),
);

const mark = text(12).filter((value) => value.trim() !== "" && !/[\r\n]/u.test(value));

export const jobsNoteCase: fc.Arbitrary<JsonObject> = fc
  .record({
    record,
    options: optional(
      fc.record({
        tail_chars: optional(whole(50)),
        head_chars: optional(whole(20)),
        text_chars: optional(whole(60)),
        marks: optional(fc.record({ command: optional(mark), message: optional(mark) })),
      }),
    ),
  })
  .map(asCase);

const word = fc.constantFrom(
  "tea",
  "tea time",
  "Tea",
  "coffee",
  "§",
  "a\n§\nb",
  "a\r\n§ \rb",
  "  tea ",
  "x".repeat(400),
  "x".repeat(401),
  "~~~~\n~",
  "~\u200b~~",
  "a\u2028\u200b§\u2060\u0085b",
  "TEA .",
  "! tea",
  "$&",
);

const content = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 1, arbitrary: text(12) },
  { weight: 1, arbitrary: fc.constantFrom(null, 5, {}, "") },
);

const action = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("add", "replace", "remove", " ADD ", "Replace") },
  { weight: 1, arbitrary: fc.oneof(text(8), fc.constantFrom(null, 1)) },
);

const operation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      action,
      content: optional(content),
      new_text: optional(content),
      old_text: optional(content),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, 1, "add", [], {}) },
);

const entries = fc.array(fc.oneof(word, text(8)), { maxLength: 5 });

const call = fc.record({
  target: optional(fc.oneof(fc.constantFrom("user", "Memory", " USER ", "notes", "", 5, null), text(6))),
  action: optional(action),
  content: optional(content),
  oldText: optional(content),
  old_string: optional(content),
  newText: optional(content),
  operations: optional(
    fc.oneof(
      fc.array(operation, { maxLength: 2 }),
      fc.array(operation, { maxLength: 2 }).map((list) => JSON.stringify(list)),
      operation,
      operation.map((one) => ` ${JSON.stringify(one)}\n`),
      fc.constantFrom(null, "", " ", "x", "[", "{}", "[]", 0, false, {}, "NaN", "1", '"x"'),
    ),
  ),
});

const policy = fc.oneof(
  fc.constantFrom("!", "t", "").map((prefix) => ({ name: "pinned", prefix })),
  fc.constantFrom({ name: "no_hidden_characters" }, { name: "no_near_duplicates" }),
);

export const memoryCase: fc.Arbitrary<JsonObject> = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        target: fc.oneof(fc.constantFrom("user", "memory", "notes"), text(8)),
        entries,
        limit: fc.oneof(whole(60), whole(3_000)).map((limit) => limit + 1),
        ops: fc.oneof(
          { weight: 8, arbitrary: fc.array(operation, { maxLength: 4 }) },
          { weight: 1, arbitrary: fc.constantFrom(null, {}, "x", Array(100).fill({}), Array(101).fill({})) },
        ),
        label: optional(text(8)),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        op: fc.constant("call_memory"),
        target: fc.constantFrom("user", "memory", "notes"),
        label: fc.constantFrom("Notes", " The notes \nof today"),
        entries: fc.array(fc.oneof(word, text(8), fc.constantFrom("t\u200be", "e\u200b")), { maxLength: 5 }),
        limit: whole(60).map((limit) => limit + 1),
        ops: fc.array(operation, { maxLength: 4 }),
        policies: optional(fc.array(policy, { maxLength: 2 })),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        op: fc.constant("render_memory"),
        label: text(8),
        entries: fc.option(entries, { freq: 10 }),
        limit: whole(3_000).map((limit) => limit + 1),
        max_chars: optional(whole(500)),
        policies: optional(fc.array(policy, { maxLength: 2 })),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.oneof(
        fc.record({ op: fc.constant("policy"), policy, entry: fc.oneof(word, text(8)) }),
        fc.record({ op: fc.constant("policy"), policy, before: entries, after: entries }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        op: fc.constant("read_memory_call"),
        value: fc.oneof(
          call,
          call.map((value) => JSON.stringify(value)),
          fc.constantFrom(null, 5, "x", []),
        ),
        targets: fc.constantFrom(["memory", "user"], ["user"], ["project", "user", "Notes"]),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        op: fc.constant("render_result"),
        result: fc.record({
          ok: fc.boolean(),
          entries: fc.array(fc.oneof(word, text(8), fc.constantFrom("y".repeat(1_999), "z".repeat(3_998))), {
            maxLength: 6,
          }),
          message: text(8),
          usage: fc.constant("0% — 12/1,375 chars"),
          shown: fc.boolean(),
        }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        op: fc.constant("read_tool_call"),
        value: fc.oneof(
          call,
          call.map((value) => JSON.stringify(value)),
          fc.constantFrom(null, 5, "x", "[]", [], "NaN", '{"target":NaN}'),
        ),
        targets: fc.constantFrom(["memory", "user"], ["user"], ["project", "user", "Notes"]),
      }),
    },
  )
  .map(asCase);
