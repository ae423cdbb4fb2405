import { describe, expect, it } from "vitest";
import { printedByShell, shellRead } from "./shell-reads.js";

const all = Number.POSITIVE_INFINITY;

describe("R6: a shell command that reads", () => {
  it.each([
    ["sed -n '5,9p' a.ts", "a.ts", 5, 5],
    ['sed -n "5,9p" src/a.ts', "src/a.ts", 5, 5],
    ["sed -n 5p a.ts", "a.ts", 5, 1],
    ["sed -n -e '5,$p' a.ts", "a.ts", 5, all],
    ["cat 'my file.txt'", "my file.txt", 1, all],
    ["head a.ts", "a.ts", 1, 10],
    ["head -n 20 a.ts", "a.ts", 1, 20],
    ["head -20 a.ts 2>/dev/null", "a.ts", 1, 20],
    ["tail -n +7 a.ts", "a.ts", 7, all],
    ["cat a.ts | head -n 20 | sed -n '5,9p'", "a.ts", 5, 5],
    ["sed -n '11,20p' a.ts | tail -n +3", "a.ts", 13, 8],
    ["cd src && cat a.ts", "src/a.ts", 1, all],
    ["set -e; cd src/\ncd lib\nsed -n '1,2p' a.ts", "src/lib/a.ts", 1, 2],
    ["cd /repo && cat a.ts", "/repo/a.ts", 1, all],
  ])("is %s", (script, path, first, count) => {
    expect(shellRead(script)).toEqual({ path, first, count, isNumbered: false });
  });

  it.each([
    ["nl -ba a.ts", 1, all],
    ["cat -n a.ts", 1, all],
    ["nl -ba a.ts | sed -n '5,9p'", 5, 5],
    ["rg -n '' a.ts", 1, all],
    ['grep -n "^" a.ts | head -3', 1, 3],
  ])("is %s, with numbers", (script, first, count) => {
    expect(shellRead(script)).toEqual({ path: "a.ts", first, count, isNumbered: true });
  });

  it.each([
    ...["", "ls", "cat", "cat -", "cat a.ts b.ts", "cat -A a.ts", "cat $FILE", "cat *.ts", "cat ~/a.ts"],
    ...["cat a.ts > b.ts", "cat < a.ts", "cat `ls`", 'cat "$f"', "cat a.ts || true", "cat a.ts & ls"],
    ...["ls; cat a.ts", "cd && cat a.ts", "cd - && cat a.ts", "echo x && cat a.ts", "cd a | cat b"],
    ...[
      "sed '5,9p' a.ts",
      "sed -n '/x/p' a.ts",
      "sed -n '1,2p;4p' a.ts",
      "sed -n '9,5p' a.ts",
      "sed -i -n 1p a",
    ],
    ...["tail a.ts", "tail -n 20 a.ts", "tail -20 a.ts", "head -c 20 a.ts", "head -n -5 a.ts", "nl a.ts"],
    ...[
      "cat a.ts | grep x",
      "cat a.ts | wc -l",
      "cat a.ts | tail -5",
      "rg -n foo a.ts",
      "rg '' a.ts",
      "rg -n ''",
    ],
    ...[
      "sed -n '1,5p' a.ts | tail -n +9",
      "cat <<'E'\nx\nE",
      "sed -n '1,2p' a.ts b.ts",
      "cat a.ts | sed -n 1p b.ts",
    ],
  ])("is not %s", (script) => {
    expect(shellRead(script)).toBeUndefined();
  });

  it("printed as many lines as it asked for, or all up to the end of the file", () => {
    const read = { path: "a.ts", first: 3, count: 2, isNumbered: false };
    expect(printedByShell(read, "c\nd\n", true)).toEqual({ first: 3, lines: ["c", "d"] });
    expect(printedByShell(read, "c\nd", false)).toEqual({ first: 3, lines: ["c", "d"] });
    expect(printedByShell(read, "\n\n", true)).toEqual({ first: 3, lines: ["", ""] });
    expect(printedByShell(read, "c\n", true)).toEqual({ first: 3, lines: ["c"], parts: 4 });
    expect(printedByShell(read, "c", true)).toEqual({ first: 3, lines: ["c"], parts: 3 });
    // A blank line may have been taken off either end.
    expect(printedByShell(read, "c", false)).toBeUndefined();
    expect(printedByShell(read, "c\nd\ne\n", true)).toBeUndefined();
    expect(printedByShell(read, "", true)).toBeUndefined();
  });

  it("has its lines without their numbers, which must be those that it asked for", () => {
    const read = { path: "a.ts", first: 3, count: all, isNumbered: true };
    expect(printedByShell(read, "     3\tc\n     4\t\n", true)).toEqual({
      first: 3,
      lines: ["c", ""],
      parts: 5,
    });
    expect(printedByShell(read, "3:c\n4:d: e", false)).toEqual({ first: 3, lines: ["c", "d: e"] });
    expect(printedByShell(read, "3:c\n5:e\n", true)).toBeUndefined();
    expect(printedByShell(read, "4:d\n", true)).toBeUndefined();
    expect(printedByShell(read, "3:c\nd\n", true)).toBeUndefined();
  });

  it.each([
    ...["sed: can't read a.ts: No such file or directory\n", "/bin/cat: a.ts: Permission denied\n"],
    ...[
      "a\n[... omitted 5 of 9 lines ...]\nb\n",
      "a\n…12 tokens truncated…\nb\n",
      "Total output lines: 9\n\na\n",
    ],
    ...["a\n[... Observation truncated due to length ...]\nb", "a<response clipped>"],
  ])("did not print the file where it says %j", (output) => {
    expect(
      printedByShell({ path: "a.ts", first: 1, count: all, isNumbered: false }, output, true),
    ).toBeUndefined();
  });

  it("is none where the script is longer than the engine could look through", () => {
    expect(shellRead("a".repeat(20_000_000))).toBeUndefined();
    expect(shellRead(`cat ${"''".repeat(10_000_000)}a.ts`)).toBeUndefined();
  });

  it("is read in time that grows with the script and its output alone", () => {
    for (const script of ["'".repeat(50_000), "a ".repeat(50_000), "a|".repeat(50_000), '"'.repeat(50_001)])
      shellRead(script);
    const read = { path: "a.ts", first: 1, count: all, isNumbered: true };
    printedByShell(read, " ".repeat(200_000), true);
    printedByShell(read, "[... ".repeat(40_000), true);
  });
});
