import { describe, expect, it } from "vitest";
import type { EditStep, OutputStep, ReadStep, ResultingStep, Step } from "../step.js";
import type { Verdict } from "./verdict.js";
import { Verifier } from "./verifier.js";

const common = (id: string, tool: string): { id: string; tool: string; given: string } => ({
  ...{ id, tool, given: "" },
});
const read = (id: string, content: string, path = "a.ts"): ReadStep => ({
  ...{ ...common(id, "read"), op: "read", path, content, first: 1, limit: undefined },
});
const write = (id: string, after: string, isInCall: boolean): EditStep => ({
  ...{ ...common(id, "write"), op: "edit", path: "a.ts", before: null, after, isInCall },
});
const output = (id: string, text: string): OutputStep => ({
  ...{ ...common(id, "bash"), op: "output", args: {}, text },
});

type Texts = readonly (readonly [ResultingStep, string] | (Step & { op: "compact" | "forget" }))[];

/** What is found of texts whose reads have no numbers before their lines. */
const verdictOf = (texts: Texts): Verdict => {
  const verifier = new Verifier({ isNumbered: false, isBounded: false, hasWrites: true });
  for (const each of texts) "op" in each ? verifier.remove(each) : verifier.insert(each[0], each[1]);
  return verifier.verdict;
};

/** Twelve lines that are long enough to be a run. */
const lines = Array.from({ length: 12 }, (_, at) => `  const value${at + 1} = "a line of the file";`);
const content = `${lines.join("\n")}\n`;
const whole = [read("#a001", content), `[#a001 lines 1-12 of 12]\n${lines.join("\n")}`] as const;
const longer = `top\n${content}`;
const labels = `from "const value1 = "a line of the …" to "const value12 = "a line of the…"`;
const shifted = `[#a002 lines 1-13 of 13]\ntop\n[lines 2-13 same as lines 1-12 of #a001, ${labels}]`;

describe("the verification of marks", () => {
  it("believes a mark of lines that stand where it says, under their numbers or moved", () => {
    const same = "[#a002 lines 1-12 of 12]\n[lines 1-10 as in #a001]\nnew\nnewer";
    const changed = `${lines.slice(0, 10).join("\n")}\nnew\nnewer\n`;
    expect(verdictOf([whole, [read("#a002", changed), same]])).toMatchObject({ marks: 1, wrong: 0 });
    expect(verdictOf([whole, [read("#a002", longer), shifted]])).toMatchObject({ marks: 1, wrong: 0 });
    const other = [read("#a002", longer, "b.ts"), shifted] as const;
    expect(verdictOf([whole, other])).toMatchObject({ marks: 1, wrong: 0 });
  });

  it("believes a mark with numbers before the lines", () => {
    const verifier = new Verifier();
    const rows = lines.map((line, at) => `${at + 1}: ${line}`);
    verifier.insert(read("#a001", content), `[#a001 a.ts lines 1-12 of 12 sha 11111111]\n${rows.join("\n")}`);
    verifier.insert(
      read("#a002", longer),
      `[#a002 a.ts lines 1-13 of 13 sha 22222222]\n1: top\n[lines 2-13 same as lines 1-12 of #a001, ${labels}]`,
    );
    expect(verifier.verdict).toMatchObject({ marks: 1, wrong: 0 });
  });

  it("believes marks of outputs, in the head and the tail of a capped one", () => {
    const noise = Array.from({ length: 30 }, (_, at) => `only here ${at}`);
    const text = [...lines, ...noise, ...lines, "end"].join("\n");
    const mark = `[12 lines same as lines 1-12 of #a001, ${labels}]`;
    const shown = `[#a002]\n${mark}\nonly here 0\n[28 lines elided, full output #a002]\nonly here 29\n${mark}\nend`;
    expect(verdictOf([whole, [output("#a002", `${text}\n`), shown]])).toMatchObject({ marks: 2, wrong: 0 });
    const leftOut = `[#a002]\n${mark}\n[42 lines elided]\nend`;
    expect(verdictOf([whole, [output("#a002", text), leftOut]])).toMatchObject({ marks: 1, wrong: 0 });
    const miscounted = shown.replace("28 lines elided", "27 lines elided");
    expect(verdictOf([whole, [output("#a002", text), miscounted]]).wrong).toBeGreaterThan(0);
  });

  it("compares outputs that number their lines by these numbers", () => {
    const numbered = (from: number, before = ""): string =>
      [before, ...lines.map((line, at) => `${String(from + at).padStart(6)}\t${line}`)]
        .join("\n")
        .trimStart();
    const mark = `[lines 5-16 same as lines 1-12 of #a001, ${labels}]`;
    const good = [output("#a002", numbered(5, "total")), `[#a002]\ntotal\n${mark}`] as const;
    expect(verdictOf([whole, good])).toMatchObject({ marks: 1, wrong: 0 });
    const plain = [
      output("#a002", numbered(5, "total").replaceAll("\t", " ")),
      `[#a002]\ntotal\n${mark}`,
    ] as const;
    expect(verdictOf([whole, plain]).wrong).toBeGreaterThan(0);
  });

  it("takes the content of a write's call as shown, where it says so", () => {
    const mark = "[#a002 lines 1-12 of 12]\n[lines 1-12 as in #a001]";
    const text = "[#a001 a.ts sha 11111111] Created, 12 lines.";
    expect(
      verdictOf([
        [write("#a001", content, true), text],
        [read("#a002", content), mark],
      ]),
    ).toMatchObject({
      marks: 1,
      wrong: 0,
    });
    const missing = verdictOf([
      [write("#a001", content, false), text],
      [read("#a002", content), mark],
    ]);
    expect(missing.examples).toEqual(["#a002: line 1 of #a001 is not what it says"]);
  });

  describe("of an edit whose new text stands in its call", () => {
    const mark = `[#a002 lines 1-13 of 13]\ntop\n[lines 2-13 same as lines 2-13 of #a001, ${labels}]`;
    const editOf = (callTexts: readonly string[], before: string | null = "top\n"): EditStep => ({
      ...{ ...common("#a001", "edit"), op: "edit", path: "a.ts", before, after: longer, callTexts },
    });
    const verdict = (edit: EditStep, text = mark): Verdict =>
      verdictOf([
        [edit, "[#a001] Edited: lines 2-13 added."],
        [read("#a002", longer), text],
      ]);

    it("believes a mark of lines that one of its texts has, one after the other", () => {
      expect(verdict(editOf(["x", content]))).toMatchObject({ marks: 1, wrong: 0 });
      expect(verdict(editOf([`of it\n${content}and more`]))).toMatchObject({ marks: 1, wrong: 0 });
    });

    it.each([
      ["no text has them", editOf([]), "the call of #a001 does not have the lines 2-13"],
      ["a text has a part of the last", editOf([content.slice(0, -3)]), "the call of #a001 does not have"],
      [
        "two texts have them together",
        editOf([lines.slice(0, 6).join("\n"), lines.slice(6).join("\n")]),
        "does not have",
      ],
      ["its texts do not count", { ...editOf([content]), callTexts: undefined }, "line 2 of #a001 is not"],
      ["it made the file", editOf([content], null), "line 2 of #a001 is not"],
      ["it changed nothing", editOf([content], longer), "line 2 of #a001 is not"],
    ])("finds out that %s", (_, edit, problem) => {
      const { wrong, examples } = verdict(edit);
      expect(wrong).toBe(1);
      expect(examples[0]).toContain(problem);
    });

    it("finds a mark without the words of its lines, and one of other lines of the file", () => {
      const wordless = "[#a002 lines 1-13 of 13]\ntop\n[lines 2-13 as in #a001]";
      expect(verdict(editOf([content]), wordless).examples[0]).toContain("#a001 is an edit: its mark has");
      const moved = mark.replace("lines 2-13 of #a001", "lines 1-12 of #a001");
      expect(verdict(editOf([content]), moved).examples[0]).toContain("line 1 of #a001 is not what it says");
    });
  });

  it("takes a line of a file that reads like a mark for a line", () => {
    const likeMark = `[lines 1-12 as in #a001]\n${content}`;
    const text = `[#a002 lines 1-13 of 13]\n${likeMark.trimEnd()}`;
    expect(verdictOf([whole, [read("#a002", likeMark), text]])).toMatchObject({ marks: 0, wrong: 0 });
  });

  it.each([
    ["that names what is not there", [[read("#a002", longer), shifted]], "#a001 is not in the conversation"],
    [
      "after a compaction",
      [whole, { op: "compact", kept: [] }, [read("#a002", longer), shifted]],
      "#a001 is not",
    ],
    [
      "after a prune",
      [whole, { op: "forget", ids: ["#a001"] }, [read("#a002", longer), shifted]],
      "#a001 is not",
    ],
    [
      "of lines that are others there",
      [whole, [read("#a002", longer.replace("value7 ", "value8 ")), shifted]],
      "line 7 of #a001 is not what it says",
    ],
    [
      "with other numbers there",
      [whole, [read("#a002", longer), shifted.replace("lines 1-12 of", "lines 2-13 of")]],
      "line 2 of #a001 is not what it says",
    ],
    [
      "with other numbers here",
      [whole, [read("#a002", longer), shifted.replace("[lines 2-13", "[lines 1-12")]],
      "is not what its lines are",
    ],
    [
      "with too many lines",
      [whole, [read("#a002", longer), shifted.replace("lines 1-12 of", "lines 1-11 of")]],
      "does not name as many lines",
    ],
    [
      "with other words",
      [whole, [read("#a002", longer), shifted.replace('from "const', 'from "let')]],
      "is not what its lines are",
    ],
    [
      "that says another file is the same one",
      [whole, [read("#a002", content, "b.ts"), "[#a002 lines 1-12 of 12]\n[lines 1-12 as in #a001]"]],
      "#a001 is not of b.ts",
    ],
    [
      "that leans on a mark",
      [
        whole,
        [read("#a002", longer), shifted],
        [read("#a003", longer), "[#a003 lines 1-13 of 13]\ntop\n[lines 2-13 as in #a002]"],
      ],
      "line 2 of #a002 is not what it says",
    ],
    [
      "beside which lines are missing",
      [whole, [read("#a002", `${longer}end\n`), shifted.replace("1-13 of 13", "1-14 of 14")]],
      "it does not show line 14 of its result",
    ],
    [
      "that stands for a line that says that something failed",
      [
        [
          output("#a001", content.replaceAll("value3", "failed")),
          `[#a001]\n${lines.join("\n").replaceAll("value3", "failed")}`,
        ],
        [
          output("#a002", content.replaceAll("value3", "failed")),
          `[#a002]\n[12 lines same as lines 1-12 of #a001, ${labels}]`,
        ],
      ],
      "it stands for a line that must be shown",
    ],
  ] as const)("catches a mark %s", (_, texts, example) => {
    const verdict = verdictOf(texts as unknown as Texts);
    expect(verdict.examples.join("\n")).toContain(example);
    expect(verdict.wrong).toBeGreaterThan(0);
  });

  it("catches a repeat of a result whose marks name what is gone", () => {
    const grep = (id: string): OutputStep => ({ ...output(id, `${content}end`), tool: "grep" });
    const text = `[#a002]\n[12 lines same as lines 1-12 of #a001, ${labels}]\nend`;
    const repeat = [grep("#a003"), "[#a003] Same result as #a002."] as const;
    expect(verdictOf([whole, [grep("#a002"), text], repeat])).toMatchObject({
      marks: 1,
      repeats: 1,
      wrong: 0,
    });
    const gone = { op: "forget", ids: ["#a001"] } as const;
    expect(verdictOf([whole, [grep("#a002"), text], gone, repeat]).examples).toEqual([
      "#a003: #a002 names #a001, which is not in the conversation",
    ]);
  });

  it("believes a stub of lines that a read with marks prints, and no stub of those that it does not", () => {
    const marked = [
      read("#a002", `${content}more\nlast\n`),
      "[#a002 lines 1-14 of 14]\n[lines 1-12 as in #a001]\nmore\nlast",
    ] as const;
    const part = (first: number, limit: number): ReadStep => ({
      ...read("#a003", `${content}more\nlast\n`),
      ...{ first, limit },
    });
    const stub = (span: string): string =>
      `[#a003 lines ${span} of 14] Unchanged since #a002, which already shows lines ${span}.`;
    expect(verdictOf([whole, marked, [part(13, 2), stub("13-14")]])).toMatchObject({ stubs: 1, wrong: 0 });
    expect(verdictOf([whole, marked, [part(12, 2), stub("12-13")]]).examples).toEqual([
      "#a003: line 12 is not shown by what it names",
    ]);
  });
});
