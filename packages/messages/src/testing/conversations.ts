import fc from "fast-check";

/** A piece of a result: a text, or an image. */
export type Content = string | { readonly image: string };

/** A call of a tool and its result, in no form. */
export interface Step {
  readonly callId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly content: readonly Content[];
  readonly isError: boolean;
}

const line = fc.oneof(
  {
    weight: 300,
    arbitrary: fc.nat(400).map((n) => `  const value${n} = compute(${n}, "text of line ${n}");`),
  },
  {
    weight: 60,
    arbitrary: fc.constantFrom(
      "",
      "}",
      "not ok 3 - parses",
      "  ✗ fails on Windows",
      "é 漢字 😀 a line of other scripts, long enough to matter",
      "\u001b[31mred\u001b[0m\tand a tab",
      "50%\r100%",
      "12: a line that looks numbered",
    ),
  },
  fc.constantFrom(
    '[12 lines same as lines 3-14 of #a1b2c3, from "a" to "b"]',
    '[lines 1-9 same as lines 3-11 of "content" in the call of #a1b2c3]',
    "[3 lines elided, full output #a1b2c3]",
    "[#a1b2c3]",
  ),
  fc.string({ unit: "binary", maxLength: 30 }).map((text) => text.toWellFormed().replaceAll("\n", " ")),
);

/** A file that the tools read, of lines that may come again. */
const file = fc.array(line, { minLength: 25, maxLength: 60 });

const separator = fc.constantFrom("→", "\t", ": ", "| ", ":", "|");

interface Window {
  readonly file: number;
  readonly from: number;
  readonly count: number;
}

const window = fc.record<Window>({
  file: fc.nat(3),
  from: fc.nat(30),
  count: fc.integer({ min: 8, max: 50 }),
});

type Shape =
  | { readonly kind: "raw"; readonly window: Window; readonly newline: boolean }
  | { readonly kind: "numbered"; readonly window: Window; readonly separator: string; readonly width: number }
  | { readonly kind: "edited"; readonly window: Window; readonly at: number; readonly line: string }
  | { readonly kind: "json"; readonly window: Window }
  | { readonly kind: "envelope"; readonly window: Window }
  | { readonly kind: "text"; readonly text: string };

const shape: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({ kind: fc.constant("raw" as const), window, newline: fc.boolean() }),
  fc.record({ kind: fc.constant("numbered" as const), window, separator, width: fc.constantFrom(0, 3, 6) }),
  fc.record({ kind: fc.constant("edited" as const), window, at: fc.nat(50), line }),
  fc.record({ kind: fc.constant("json" as const), window }),
  fc.record({ kind: fc.constant("envelope" as const), window }),
  fc.record({
    kind: fc.constant("text" as const),
    text: fc.constantFrom("", "ok", " \n", "File written.", "{}"),
  }),
);

const render = (files: readonly (readonly string[])[], given: Shape): string => {
  if (given.kind === "text") return given.text;
  const { file: index, from, count } = given.window;
  const lines = (files[index] ?? []).slice(from, from + count);
  switch (given.kind) {
    case "raw":
      return lines.join("\n") + (given.newline ? "\n" : "");
    case "numbered":
      return lines
        .map((text, at) => `${String(from + at + 1).padStart(given.width)}${given.separator}${text}`)
        .join("\n");
    case "edited":
      return lines.toSpliced(given.at, 1, given.line).join("\n");
    case "json":
      return JSON.stringify({ lines }, null, 1);
    case "envelope":
      return JSON.stringify({ output: lines.join("\n"), metadata: { exit_code: 0 } });
  }
};

const image = fc.constant({ image: "iVBORw0KGgo=" });

const content: fc.Arbitrary<readonly (Shape | { readonly image: string })[]> = fc.oneof(
  { arbitrary: fc.tuple(shape), weight: 5 },
  fc.tuple(shape, image, shape),
  fc.tuple(image),
  fc.tuple(shape, shape),
);

const call = fc.record({
  tool: fc.constantFrom("read", "bash", "write", "recall", "grep"),
  /** Which file is written, if one is; else which arguments it has. */
  writes: fc.option(window),
  variant: fc.nat(2),
  /** Calls whose ids come again. */
  sameId: fc.boolean(),
  again: fc.boolean(),
  isError: fc.boolean(),
  content,
});

/** A conversation of some twenty calls on four files: windows that overlap, numbers, edits, blocks, errors, odd lines. */
export const conversation: fc.Arbitrary<readonly Step[]> = fc
  .record({
    files: fc.array(file, { minLength: 4, maxLength: 4 }),
    calls: fc.array(call, { minLength: 1, maxLength: 20, size: "max" }),
  })
  .map(({ files, calls }) => {
    const steps: Step[] = [];
    for (const [
      index,
      { tool, writes, variant, sameId, again, isError, content: shapes },
    ] of calls.entries()) {
      const last = steps.at(-1);
      const callId = sameId ? `call_${variant}` : `call_${index}_of_this`;
      if (again && last) {
        steps.push({ ...last, callId });
        continue;
      }
      const written = writes && render(files, { kind: "raw", window: writes, newline: true });
      const args =
        written === null ? { path: `src/${variant}.ts` } : { path: "src/new.ts", content: written };
      const pieces = shapes.map((piece) => ("image" in piece ? piece : render(files, piece)));
      steps.push({ callId, tool, args, content: pieces, isError });
    }
    return steps;
  });
