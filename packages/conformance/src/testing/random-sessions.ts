import fc from "fast-check";
import type { JsonObject, JsonValue } from "../cases/json.js";
import { measure } from "./random-cases.js";

/** A value once in so many times, by default every second time. */
const optional = <Value>(value: fc.Arbitrary<Value>, times = 2): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/** Spellings of the paths of three files. */
const PATHS = [
  ["f", "./f", "f//"],
  ["d/g", "d/./g", "./d//g"],
  ["/h|x]\n", "//h|x]\n", "/./h|x]\n"],
] as const;

const path = fc.record({ file: fc.constantFrom(0, 0, 0, 1, 1, 2), spelling: fc.nat(2) });

/** Where a file's lines are replaced, how many of them, and by how many; counted modulo what there is. */
const replacement = fc.record({
  at: fc.nat(20),
  takes: fc.nat(3),
  brings: fc.constantFrom(1, 2, 1, 2, 3, 0),
});

const change = fc.record({
  edits: fc.array(replacement, { minLength: 1, maxLength: 3 }),
  isEnded: fc.constantFrom(true, true, true, false),
});

const modelNumber = (greatest: number): fc.Arbitrary<JsonValue | undefined> =>
  optional(
    fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 1, max: greatest }) },
      { weight: 1, arbitrary: fc.constantFrom("2", " 04 ", "x", "", 2.9, 0, -1, null, true, [], 1e300) },
    ),
  );

const asked = {
  offset: modelNumber(6),
  limit: fc.oneof(modelNumber(6), modelNumber(24)),
  column: optional(modelNumber(100), 8),
};

const words = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "a\nb\nc\nd\ne\nf\ng\nh\n") },
  { weight: 1, arbitrary: fc.constantFrom("a\n", " \n", "", "\u001b[1ma\r", "x\ra", "w".repeat(150)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(40), fc.nat(110), fc.constantFrom("\ufffd", "\u0001", "\u0000\ufffd", "\u001b"))
      .map(([odd, others, one]) => one.repeat(odd) + "a日 ".repeat(others)),
  },
);

const resource = fc.record({
  type: fc.constant("resource"),
  resource: fc.record({ uri: fc.constantFrom("a:1", "a:2"), text: optional(words, 3) }),
});

const block = fc.oneof(
  fc.record({ type: fc.constant("text"), text: words }),
  fc.record({
    type: fc.constant("image"),
    data: fc.constantFrom("iVBORw0KGgo=", "R0lGODdhAQ=="),
    mimeType: fc.constant("image/png"),
  }),
  resource,
);

const args = fc.constantFrom<JsonValue>(
  null,
  {},
  { a: 1 },
  { a: "1" },
  { a: [1, { b: 2, c: null }] },
  { a: [1, { c: null, b: 2 }] },
  { a: [1, { b: 2 }] },
);

/** An earlier step, by its place from the last; or an id that there may not be. */
const earlier = fc.oneof(
  { weight: 6, arbitrary: fc.nat(12) },
  { weight: 1, arbitrary: fc.constantFrom("#0001", "#0002", "#0003", "#ffff") },
);

const spoken = fc.constantFrom<(id: string) => JsonValue>(
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => `[ ${id} ]\nx`,
  (id) => id.slice(1),
  (id) => `see ${id}.`,
  () => 12,
  () => null,
);

/** How a tool prints a file: which content, with numbers of its own or without, and which of its lines. */
const printedFile = fc.record({
  file: fc.constantFrom(0, 0, 1),
  past: fc.constantFrom(0, 0, 1, 2),
  from: fc.constantFrom(0, 0, 0, 2, 7),
  separator: fc.constantFrom<string | undefined>(undefined, undefined, ": ", "\u2192", "|"),
  /** Whether the ledger is told of the numbers. */
  isTold: fc.constantFrom(true, true, true, false),
  /** What stands before and after it, and how often it stands there. */
  around: fc.constantFrom("", "$ show\n", "1 error\n", "\n"),
  times: fc.constantFrom(1, 1, 1, 2),
});

/** A text of an edit's call: a part of the content after it, or of another one, to a character. */
const callText = fc.record({
  past: fc.constantFrom(0, 0, 0, 1, 2),
  from: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
  to: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
});

const outputCap = fc.constantFrom<JsonValue>("off", { max_lines: 3 });

const command = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      op: fc.constant("read" as const),
      path,
      content: optional(fc.oneof(change, fc.nat(5)), 12),
      ...asked,
      fresh: optional(fc.boolean(), 8),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constantFrom("edit" as const, "write" as const),
      path,
      before: fc.oneof(
        { weight: 16, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.nat(5) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      after: fc.oneof({ weight: 10, arbitrary: change }, { weight: 1, arbitrary: fc.constant(null) }),
      in_call: optional(fc.boolean()),
      call_texts: optional(fc.array(callText, { maxLength: 3 })),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      op: fc.constant("output" as const),
      tool: fc.constantFrom("grep", "grep", "list", "bash"),
      args: optional(args, 4),
      result: fc.oneof(
        { weight: 4, arbitrary: fc.record({ text: fc.option(words, { freq: 8 }) }) },
        { weight: 4, arbitrary: fc.record({ blocks: fc.array(block, { maxLength: 2 }) }) },
        { weight: 2, arbitrary: fc.record({ blocks: fc.tuple(resource) }) },
        { weight: 6, arbitrary: fc.record({ printed: printedFile, inBlocks: fc.nat(4) }) },
      ),
      clean: optional(fc.boolean(), 8),
      cap: optional(outputCap, 8),
      fresh: optional(fc.boolean(), 8),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ op: fc.constant("recall" as const), target: earlier, spoken, ...asked }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant("forget" as const), ids: fc.array(earlier, { maxLength: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant("retain" as const), ids: fc.array(earlier, { maxLength: 9 }) }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("dangling" as const) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("seen" as const), path }) },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant("rewind" as const),
      to: fc.oneof({ weight: 9, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.constant(null) }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant("compact" as const),
      kept: optional(fc.array(earlier, { maxLength: 6 })),
      edits: optional(fc.boolean()),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("restart" as const) }) },
);

/** How two texts of the same lines are made, each in an order of its own: a diff above the bound of a script. */
const shuffled = fc.record({ seed: fc.nat(), repeats: fc.nat(30), isEnded: fc.boolean() });

type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;
type CallText = typeof callText extends fc.Arbitrary<infer One> ? One : never;
type PrintedFile = typeof printedFile extends fc.Arbitrary<infer One> ? One : never;
type Shuffled = typeof shuffled extends fc.Arbitrary<infer One> ? One : never;
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

/** A content: lines that no other line equals, unless it came from there, so that each diff has one shortest script. */
interface Content {
  readonly lines: readonly string[];
  readonly isEnded: boolean;
}

const write = ({ lines, isEnded }: Content): string =>
  lines.join("\n") + (isEnded && lines.length > 0 ? "\n" : "");

const WITHOUT_ID = new Set(["forget", "retain", "dangling", "seen", "rewind", "compact", "restart"]);

/** Makes the steps of a session of commands, which name files and earlier steps by their places. */
class SessionWriter {
  #lines = 0;
  /** The ids that were given, and that a rewind did not take away. */
  readonly #ids: string[] = [];
  /** The contents of each file, the present one first. */
  readonly #contents: Content[][] = PATHS.map((_, file) => [
    { lines: this.#newLines([26, 9, 0][file] ?? 0), isEnded: true },
  ]);

  steps(commands: readonly (readonly [Command, boolean])[]): JsonValue[] {
    return commands.flatMap(([one, hasId]) => {
      const step = this.#step(one);
      if (!step) return [];
      if (!hasId || WITHOUT_ID.has(one.op)) return [step];
      return [{ ...step, id: this.#newId() }];
    });
  }

  #step(one: Command): JsonObject | undefined {
    const { op } = one;
    switch (op) {
      case "read": {
        const { path, content, ...asks } = one;
        return asStep({ ...asks, path: pathOf(path), content: write(this.#content(path.file, content)) });
      }
      case "edit":
      case "write": {
        const { file } = one.path;
        const before = one.before === null ? null : this.#content(file, one.before);
        const after = one.after === null ? null : this.#changed(before ?? this.#present(file), one.after);
        this.#contents[file]?.unshift(after ?? { lines: [], isEnded: true });
        const texts = { before: before && write(before), after: after && write(after) };
        return asStep({
          op,
          path: pathOf(one.path),
          ...texts,
          in_call: op === "write" ? one.in_call : one.call_texts?.map((text) => this.#callText(file, text)),
        });
      }
      case "output": {
        const { result, ...call } = one;
        return asStep({ ...call, ...("printed" in result ? this.#print(result) : result) });
      }
      case "recall": {
        const { target, spoken, ...asks } = one;
        return asStep({ ...asks, target: spoken(this.#id(target)) });
      }
      case "forget":
      case "retain":
        return asStep({ op, ids: one.ids.map((id) => this.#id(id)) });
      case "seen":
        return asStep({ op, path: pathOf(one.path) });
      case "rewind": {
        if (one.to === null) {
          this.#ids.length = 0;
          return asStep({ op, id: null });
        }
        if (this.#ids.length === 0) return undefined;
        this.#ids.splice(0, one.to % this.#ids.length);
        return asStep({ op, id: this.#ids[0] });
      }
      case "compact":
        return asStep({ ...one, kept: one.kept?.map((id) => this.#id(id)) });
      default:
        return asStep(one);
    }
  }

  /** An edit above the bound of a diff's script, and all of its diff. */
  shuffle({ seed, repeats, isEnded }: Shuffled): JsonObject[] {
    const lines = [
      ...this.#newLines(400),
      ...Array.from({ length: repeats }, (_, index) => `r ${index % 4}`),
    ];
    const random = generator(seed);
    const [before, after] = [shuffle(lines, random), shuffle(lines, random)];
    const id = this.#newId();
    const texts = {
      before: write({ lines: before, isEnded: true }),
      after: write({ lines: after, isEnded }),
    };
    return [asStep({ op: "edit", id, path: "shuffled", ...texts }), asStep({ op: "recall", target: id })];
  }

  #newId(): string {
    const id = `#${this.#ids.length % 2 ? "Fa" : "fb"}${this.#ids.length.toString(16).padStart(2, "0")}`;
    this.#ids.unshift(id);
    return id;
  }

  /** What a tool gives that prints a file. */
  #print({ printed, inBlocks }: { printed: PrintedFile; inBlocks: number }): JsonObject {
    const { file, past, from, separator, isTold, around, times } = printed;
    const { lines } = this.#content(file, past);
    const rows = lines
      .slice(from)
      .map((line, index) => (separator === undefined ? line : `${from + index + 1}${separator}${line}`));
    const text =
      around +
      rows
        .map((row) => `${row}\n`)
        .join("")
        .repeat(times) +
      around;
    const numbered = separator !== undefined && isTold ? { numbered: separator } : {};
    if (inBlocks > 1) return { text, ...numbered };
    const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
    const texts = [text.slice(0, text.length / 2), text.slice(text.length / 2)].map((part) => ({
      type: "text",
      text: part,
    }));
    return {
      blocks: inBlocks === 0 ? [...texts, image] : [image, ...texts.slice(0, 1), image, ...texts.slice(1)],
      ...numbered,
    };
  }

  #callText(file: number, { past, from, to }: CallText): string {
    const text = write(this.#content(file, past));
    return text.slice(from * text.length, to * text.length);
  }

  #id(earlierStep: number | string): string {
    if (typeof earlierStep === "string") return earlierStep;
    return this.#ids[earlierStep % this.#ids.length] ?? "#0001";
  }

  #present(file: number): Content {
    return this.#contents[file]?.[0] ?? { lines: [], isEnded: true };
  }

  /** A content that the file had, or one that it has now by another hand. */
  #content(file: number, wanted: Change | number | undefined): Content {
    const contents = this.#contents[file] ?? [];
    if (typeof wanted === "object") contents.unshift(this.#changed(this.#present(file), wanted));
    const past = typeof wanted === "number" ? contents[wanted % contents.length] : undefined;
    return past ?? this.#present(file);
  }

  #changed({ lines }: Content, { edits, isEnded }: Change): Content {
    const changed = [...lines];
    for (const { at, takes, brings } of edits) {
      const from = at % (changed.length + 1);
      const added = this.#newLines(brings).map((line, index) =>
        index < takes && (changed[from + index]?.length ?? 0) > 900 ? longLine(this.#nextNumber()) : line,
      );
      changed.splice(from, takes, ...added);
    }
    return { lines: changed, isEnded };
  }

  #newLines(count: number): string[] {
    return Array.from({ length: count }, () => {
      const number = this.#nextNumber();
      // Of a line above 1,000 characters a diff shows a part.
      if (number % 17 === 0) return longLine(number);
      return `${number} ${"z".repeat([0, 20, 0, 35, 130][number % 5] ?? 0)}`;
    });
  }

  #nextNumber(): number {
    this.#lines += 1;
    return this.#lines;
  }
}

/** A line that differs from others of its kind at one end, at the other or at both, in a character of one unit or two. */
const longLine = (number: number): string => {
  const [start, end] = [
    ["", number],
    [number, ""],
    [number, number],
  ][number % 3] ?? ["", ""];
  return `${start}${"😀y".repeat(490 + (number % 60))}${["😁", "😂", "v", ""][number % 4]}${"x".repeat(90)}${end}`;
};

/** Numbers from 0 up to a bound, the same for one seed. */
const generator = (seed: number): ((bound: number) => number) => {
  let state = seed % 2_147_483_647 || 1;
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
};

const shuffle = (lines: readonly string[], random: (bound: number) => number): string[] => {
  const left = [...lines];
  return lines.flatMap(() => left.splice(random(left.length), 1));
};

const pathOf = ({ file, spelling }: { file: number; spelling: number }): string =>
  PATHS[file]?.[spelling] ?? "f";

/** A step as it comes out of JSON: fields without a value are absent. */
const asStep = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value));

const limits = fc.record({
  page_lines: optional(fc.constantFrom(1, 3, 5), 4),
  page_chars: optional(fc.constantFrom(100, 120), 4),
  max_lines: optional(fc.constantFrom(3, 6, 12), 4),
  max_chars: optional(fc.constantFrom(20, 60, 400), 4),
});

const options = fc.record({
  union: optional(fc.constant(true)),
  across_edits: optional(fc.constant(true)),
  known_lines: fc.constantFrom(true, true, undefined),
  line_numbers: optional(fc.constant(false)),
  heads: optional(fc.constant("short")),
  edit_text: optional(fc.constant("line")),
  keep_chars: optional(fc.constantFrom(0, 40, 150, 600), 4),
  id_prefix: optional(fc.constantFrom("a", "Be", "0123"), 4),
  clean: optional(fc.boolean(), 4),
  measure: optional(measure, 3),
  line_chars: optional(fc.constantFrom(1, 30, 140), 4),
  image_bytes: optional(fc.constantFrom(0, 7, 8), 4),
  repeatable: optional(fc.constantFrom([], ["bash", "grep"]), 8),
  caps: optional(
    fc.record({
      read: optional(fc.constantFrom<JsonValue>("off", { page_lines: 2 })),
      recall: optional(fc.constantFrom<JsonValue>("off", { page_chars: 100 })),
      edit: optional(fc.constantFrom<JsonValue>("off", { max_lines: 4 })),
      grep: optional(outputCap),
    }),
    4,
  ),
});

export const contextCase: fc.Arbitrary<JsonObject> = fc
  .record({
    limits,
    options,
    commands: fc.array(fc.tuple(command, fc.boolean()), { minLength: 4, maxLength: 40, size: "max" }),
    // It costs the Python example as much as a hundred other steps.
    shuffled: optional(shuffled, 100),
  })
  .map(({ commands, shuffled, ...bounds }) => {
    const session = new SessionWriter();
    const middle = shuffled === undefined ? 0 : commands.length / 2;
    const steps = [
      ...session.steps(commands.slice(0, middle)),
      ...(shuffled === undefined ? [] : session.shuffle(shuffled)),
      ...session.steps(commands.slice(middle)),
    ];
    return asStep({ ...bounds, steps });
  });
