import { describe, expect, it } from "vitest";
import { printedLines } from "./printed-lines.js";

describe("the lines of a read", () => {
  it("that prints numbers as cat -n does are what stands after the tab", () => {
    expect(printedLines("     7\tlet a\n     8\t\n     9\t\tlet b", "numbered", {})).toEqual({
      first: 7,
      lines: ["let a", "", "\tlet b"],
      parts: 10,
    });
  });

  it.each([
    ["arrows", "     1→a\n     2→b"],
    ["bars", " 1 | a\n 2 | b"],
    ["colons", "1: a\n2: b"],
    ["bare colons", "1:a\n2:b"],
  ])("numbered with %s are found", (_, text) => {
    expect(printedLines(text, "numbered", {})).toMatchObject({ first: 1, lines: ["a", "b"] });
  });

  it("keep their indentation after a bare colon, which a first line with a space does not hide", () => {
    expect(printedLines("1: a\n2:b", "numbered", {})).toMatchObject({ lines: [" a", "b"] });
  });

  it("end where the numbers do; a note that is not known leaves the end of the file open", () => {
    expect(printedLines("Here it is:\n     1\ta\n<NOTE>cut</NOTE>", "numbered", {})).toEqual({
      first: 1,
      lines: ["a"],
    });
    expect(
      printedLines("     1\ta\n\n<system-reminder>x\ny</system-reminder>\n", "numbered", {}),
    ).toMatchObject({ parts: 2 });
  });

  it("say nothing of the file's end where as many came as were asked for", () => {
    expect(printedLines("     1\ta\n     2\tb", "numbered", { limit: 2 })?.parts).toBeUndefined();
    expect(printedLines("     1\ta\n     2\tb", "numbered", { limit: 3 })?.parts).toBe(3);
  });

  it("in a window say how long the file is", () => {
    const text = "[File: /a.py (9 lines total)]\r\n(3 more lines above)\r\n4:x\r\n5:\r\n(4 more lines below)";
    expect(printedLines(text, "windowed", {})).toEqual({ first: 4, lines: ["x", ""], parts: 10 });
  });

  it("without numbers begin where the call asked, and a note says what remains", () => {
    const note = "b\nc\n\n... (3 more lines not shown. Use offset=4 to continue reading)";
    expect(printedLines(note, "raw", { offset: 2, limit: 2 })).toEqual({
      first: 2,
      lines: ["b", "c"],
      parts: 6,
    });
    const total = "b\nc\n\n[Showing lines 2-3 of 40. Use offset=4 to continue.]";
    expect(printedLines(total, "raw", { offset: 2 })).toEqual({ first: 2, lines: ["b", "c"], parts: 40 });
    expect(printedLines("a\nb\n", "raw", {})).toEqual({ first: 1, lines: ["a", "b", ""], parts: 3 });
  });

  it("do not end with the file below a note that says they are a part, and are none in a preview", () => {
    const note =
      "<system-reminder>[Truncated: PARTIAL view \u2014 showing lines 1-2 of 9 total]</system-reminder>";
    expect(printedLines(`${note}\n\n1\ta\n2\tb`, "numbered", {})).toEqual({ first: 1, lines: ["a", "b"] });
    const preview = "<persisted-output>\nPreview (first 2KB):\n1\ta\n2\tb\n...\n</persisted-output>";
    expect(printedLines(preview, "numbered", {})).toBeUndefined();
  });

  it("are found in time that grows as the text does, whatever it repeats", () => {
    const lines = "     1\ta\n";
    const reminders = "<system-reminder>b</system-reminder>\n".repeat(40);
    expect(printedLines(`${lines}${reminders}`, "numbered", {})).toEqual({
      first: 1,
      lines: ["a"],
      parts: 2,
    });
    expect(printedLines(`${lines}${reminders}c`, "numbered", {})).toEqual({ first: 1, lines: ["a"] });
    expect(printedLines(`${lines}${"\n".repeat(1_000_000)}`, "numbered", {})).toMatchObject({ parts: 2 });
    expect(printedLines("[File: ".repeat(200_000), "windowed", {})).toBeUndefined();
    const tooLong = `[Line 1 is ${" limit. ".repeat(200_000)}`;
    expect(printedLines(tooLong, "raw", {})).toEqual({ first: 1, lines: [tooLong], parts: 1 });
    expect(printedLines(`${tooLong}]`, "raw", {})).toBeUndefined();
  });

  it("end where an editor cut the file before it numbered the lines", () => {
    const view = "     1\ta\n     2\tb<response clipped><NOTE>Only part is shown.</NOTE>\n     3\tz\n";
    expect(printedLines(view, "numbered", {})).toEqual({ first: 1, lines: ["a"] });
    expect(printedLines("     1\t<response clipped>\n     2\tz\n", "numbered", {})).toBeUndefined();
  });

  it("that look numbered in the file itself are not taken for the tool's numbers", () => {
    const codes = 'const codes = {\n  200: "OK",\n  201: "Created",\n};\n';
    expect(printedLines(codes, "auto", {})).toBeUndefined();
    expect(printedLines('{\n  1: "a",\n  2: "b",\n}\n', "auto", {})).toBeUndefined();
    expect(printedLines("42\n43\n", "numbered", {})).toBeUndefined();
    expect(printedLines("42\n43\n", "auto", {})).toEqual({ first: 1, lines: ["42", "43", ""], parts: 3 });
    expect(printedLines("let a\n", "auto", {})).toEqual({ first: 1, lines: ["let a", ""], parts: 2 });
  });

  it("are the tool's where its numbers begin where the call asked, with a note below", () => {
    const view = "Here's the result:\n     1\ta\n     2\tb\n";
    expect(printedLines(view, "auto", {})).toEqual({ first: 1, lines: ["a", "b"], parts: 3 });
    expect(printedLines("5: a\n6: b\n\n(2 more lines)", "auto", { offset: 5, limit: 2 })).toEqual({
      first: 5,
      lines: ["a", "b"],
    });
    expect(printedLines("6\ta", "auto", { offset: 5, limit: 1 })).toEqual({ first: 6, lines: ["a"] });
    expect(printedLines("9\ta", "auto", { offset: 5, limit: 1 })).toBeUndefined();
  });

  it("are not found in a message", () => {
    expect(printedLines("File not found", "numbered", {})).toBeUndefined();
    expect(printedLines("No such file", "windowed", {})).toBeUndefined();
  });
});
