import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { XMLParser } from "fast-xml-parser";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Implementation, Skipped } from "../runs/run-suite.js";
import { writeCases } from "../testing/write-cases.js";
import { runCommandLine } from "./command-line.js";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "conformance-"));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const counting: Implementation = {
  name: "counting",
  run: (_suite, { n }) => {
    if (n === 13) throw new Skipped("unlucky");
    if (n === 14) throw new TypeError("no 14\u0007");
    return n === 15 ? "1<5&\u001b\n" : String(n);
  },
};

const run = async (...args: readonly string[]) => {
  const out: string[] = [];
  const errors: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => out.push(line));
  vi.spyOn(console, "error").mockImplementation((line) => errors.push(line));
  const inProcess = async (suites: readonly string[]) =>
    new Map(suites.map((suite) => [suite, counting] as const));
  const code = await runCommandLine(["--fixtures", folder, "--only", ...args], inProcess);
  return { code, stdout: out.join("\n"), stderr: errors.join("\n") };
};

const count = (n: number, more: object = {}): object => ({
  id: `format/count/n${n}`,
  why: `1.7 The count of ${n}.`,
  op: "count",
  n,
  expect: String(n),
  ...more,
});

const write = (...numbers: readonly number[]): string =>
  writeCases(
    folder,
    "format",
    numbers.map((n) => count(n)),
  );

describe("5.6 exit codes", () => {
  it("0 where all is as expected, with a line for the suite", async () => {
    write(1, 2);
    expect(await run()).toEqual({ code: 0, stdout: `format  ${folder} 2/2`, stderr: "" });
  });

  it("1 where a case failed, was errored or was skipped", async () => {
    for (const n of [13, 14, 15]) {
      write(1, n);
      expect((await run()).code).toBe(1);
    }
  });

  it("1 where a case needs what the implementation does not list", async () => {
    writeCases(folder, "format", [count(1, { needs: ["union"] })]);
    const { code, stdout } = await run();
    expect(code).toBe(1);
    expect(stdout).toContain("SKIPPED, which is not passed: 1\n  format/count/n1: needs union");
  });

  it.each([
    [
      ["--suite", "formats"],
      'unknown suite "formats"; the suites are context, format, jobs-note, memory, messages',
    ],
    [["--suite", "memory"], "no case of memory was found"],
    [["--match", "nothing"], 'no case\'s id contains "nothing"'],
    [["--fixtures", "/no/such/folder"], "/no/such/folder: there is no such folder"],
    [["--baseline", "/no/such/file"], "/no/such/file"],
    [["--write-baseline"], "--write-baseline needs --baseline"],
  ])("2 for %j", async (args, message) => {
    write(1);
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it.each([[["--reporter", "tap"]], [["--timeout", "0"]], [["--timeout", "x"]], [["--unknown"]]])(
    "2 for %j",
    async (args) => {
      vi.spyOn(process.stderr, "write").mockReturnValue(true);
      write(1);
      expect(await run(...args)).toMatchObject({ code: 2, stdout: "" });
    },
  );

  it.skipIf(process.platform === "win32")("K6 2 for a pipe among the fixtures", async () => {
    write(1);
    execFileSync("mkfifo", [join(folder, "format", "pipe.json")]);
    const { code, stdout, stderr } = await run();
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("pipe.json: not a file that can be read");
  });

  it.skipIf(process.platform === "win32").each([[[]], [["--write-baseline"]]])(
    "K6 2 for a pipe as a baseline, before anything is run, with %j",
    async (more) => {
      write(1);
      const pipe = join(folder, "pipe");
      execFileSync("mkfifo", [pipe]);
      const answer = vi.spyOn(counting, "run");
      const { code, stdout, stderr } = await run("--baseline", pipe, ...more);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(`${pipe}: not a file that can be read`);
      expect(answer).not.toHaveBeenCalled();
    },
  );

  it.each([[[]], [["--write-baseline"]]])("K6 2 for a folder as a baseline, with %j", async (more) => {
    write(1);
    const { code, stdout, stderr } = await run("--baseline", folder, ...more);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`${folder}: not a file that can be read`);
  });

  it("2 for a folder of cases that is no suite", async () => {
    write(1);
    writeCases(folder, "fromat", [count(2)]);
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toContain("fromat: no suite; the suites are");
  });
});

describe("5.1 a bad fixture file ends with 2, names file, case and field, and nothing is counted", () => {
  it.each([
    ["no JSON", "{", "no JSON in UTF-8"],
    [
      "K5 a key twice",
      '{"about":"x","cases":[{"op":"count","n":1,"expect":"2","expect":"1"}]}',
      'the key "expect" stands twice in one object',
    ],
    ["no cases", '{"about":"x"}', "must have required property 'cases'"],
    [
      "an unknown op",
      '{"op":"merge","expect":"1"}',
      'case 1: field op is "merge", must be one of characters,',
    ],
    ["an unknown field", '{"op":"count","n":1,"m":2,"expect":"1"}', "case 1"],
    [
      "a field of another type",
      '{"id":"format/x/y","op":"count","n":"1","expect":"1"}',
      "case 1 (format/x/y): field n must be integer",
    ],
    ["no expect", '{"op":"count","n":1}', "case 1: must have required property 'expect'"],
    [
      "a lone surrogate",
      '{"op":"trim","text":"\\ud800","expect":"x"}',
      "case 1: field text holds a lone surrogate",
    ],
  ])("%s", async (_name, text, message) => {
    write(1);
    const path = join(folder, "format", "bad.json");
    writeFileSync(
      path,
      text.startsWith('{"op"') || text.startsWith('{"id"') ? `{"about":"x","cases":[${text}]}` : text,
    );
    const { code, stdout, stderr } = await run();
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(path);
    expect(stderr).toContain(message);
  });

  it("bytes that are not UTF-8", async () => {
    writeCases(folder, "format", [count(1)]);
    writeFileSync(join(folder, "format", "bad.json"), Buffer.from([0x7b, 0xff, 0x7d]));
    expect((await run()).stderr).toContain("no JSON in UTF-8");
  });
});

describe("5.3 contradictions", () => {
  it("two cases with one id", async () => {
    write(1);
    writeCases(folder, "format", [count(2, { id: "format/count/n1" })], "more.json");
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toContain("the id format/count/n1 is taken by a case of");
  });

  it("one input with two answers", async () => {
    write(1);
    writeCases(folder, "format", [count(1, { id: "format/count/other", expect: "one" })], "more.json");
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toContain("format/count/other: another answer to the input of format/count/n1");
  });
});

describe("5.6 baselines", () => {
  const baseline = () => join(folder, "baseline.txt");

  it("a listed case that does not pass is fine, and is counted", async () => {
    write(1, 13, 14, 15);
    writeFileSync(baseline(), "# known\n\nformat/count/n13\nformat/count/n14\n  format/count/n15\n");
    const { code, stdout } = await run("--baseline", baseline());
    expect(code).toBe(0);
    expect(stdout).toBe(`format  ${folder} 1/4  skipped 1  errored 1\n3 known not to pass, by the baseline`);
  });

  it("a listed case that passes is stale, and so is one that is gone", async () => {
    write(1, 2);
    writeFileSync(baseline(), "format/count/n1\nformat/count/gone\nmemory/other/suite\n");
    const { code, stdout } = await run("--baseline", baseline());
    expect(code).toBe(1);
    expect(stdout).toContain("STALE format/count/n1");
    expect(stdout).toContain("STALE format/count/gone");
    expect(stdout).not.toContain("memory/other");
  });

  it("a listed case that was not run says nothing", async () => {
    write(1, 13);
    writeFileSync(baseline(), "format/count/n13\n");
    expect((await run("--baseline", baseline(), "--match", "n1")).code).toBe(0);
    write(1, 2, 13);
    expect((await run("--baseline", baseline(), "--match", "n2")).code).toBe(0);
  });

  it("a failure that is not listed is an error", async () => {
    write(14, 15);
    writeFileSync(baseline(), "format/count/n14\n");
    expect((await run("--baseline", baseline())).code).toBe(1);
  });

  it("is written, and then all is as expected", async () => {
    write(1, 13, 14, 15);
    const { code, stderr } = await run("--baseline", baseline(), "--write-baseline");
    expect(code).toBe(0);
    expect(stderr).toContain("3 cases");
    expect(readFileSync(baseline(), "utf8")).toBe(
      "# Cases that are known not to pass, written by lembas-conformance --write-baseline.\nformat/count/n13\nformat/count/n14\nformat/count/n15\n",
    );
    expect((await run("--baseline", baseline())).code).toBe(0);
  });

  it("K4 is written into: what was not run stays, comments too, what passes goes", async () => {
    write(1, 13, 14, 15);
    const text = "# by hand\nmemory/other/suite\n# n1\nformat/count/n1\n\nformat/count/n15\n";
    writeFileSync(baseline(), text);
    const { code, stderr } = await run("--match", "n14", "--baseline", baseline(), "--write-baseline");
    expect(code).toBe(0);
    expect(stderr).toContain("4 cases");
    expect(readFileSync(baseline(), "utf8")).toBe(`${text}format/count/n14\n`);
    await run("--baseline", baseline(), "--write-baseline");
    expect(readFileSync(baseline(), "utf8")).toBe(
      "# by hand\nmemory/other/suite\n# n1\n\nformat/count/n15\nformat/count/n14\nformat/count/n13\n",
    );
  });
});

describe("reporters", () => {
  it("junit is read by a parser, control characters and all", async () => {
    write(1, 13, 14, 15);
    writeFileSync(join(folder, "baseline.txt"), "format/count/n1\nformat/count/gone\nformat/count/n15\n");
    const { stdout } = await run("--reporter", "junit", "--baseline", join(folder, "baseline.txt"));
    const parser = new XMLParser({
      ignoreAttributes: false,
      isArray: (name) => name === "testsuite" || name === "testcase",
    });
    const { testsuites } = parser.parse(stdout, true);
    expect(testsuites).toMatchObject({
      "@_tests": "5",
      "@_failures": "3",
      "@_errors": "1",
      "@_skipped": "1",
    });
    const [format, gone] = testsuites.testsuite;
    expect(format).toMatchObject({
      "@_name": "format",
      "@_tests": "4",
      "@_failures": "2",
      "@_errors": "1",
      "@_skipped": "1",
    });
    expect(
      format.testcase.map((item: object) => Object.keys(item).find((key) => !key.startsWith("@"))),
    ).toEqual(["failure", "failure", "error", "skipped"]);
    expect(format.testcase[2].error["@_message"]).toBe("no 14\\u{7}");
    expect(gone).toMatchObject({ "@_name": "baseline", "@_failures": "1" });
  });

  it("K3 junit has a failure where a case is skipped that the baseline does not list", async () => {
    write(1, 13);
    const { code, stdout } = await run("--reporter", "junit");
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(stdout, true);
    expect({ code, failures: testsuites["@_failures"], skipped: testsuites["@_skipped"] }).toEqual({
      code: 1,
      failures: "1",
      skipped: "0",
    });
    expect(stdout).toContain('<failure message="skipped, which is not passed: ');
  });

  it("K3 junit has a failure where no case was run, though the baseline lists them all", async () => {
    write(13);
    writeFileSync(join(folder, "baseline.txt"), "format/count/n13\n");
    const { code, stdout } = await run("--reporter", "junit", "--baseline", join(folder, "baseline.txt"));
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(stdout, true);
    expect({ code, failures: testsuites["@_failures"] }).toEqual({ code: 1, failures: "1" });
    expect(stdout).toContain('<failure message="no case was run"/>');
  });

  it("junit has the whole report of a failing case", async () => {
    write(15);
    const { stdout } = await run("--reporter", "junit");
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(stdout, true);
    const text: string = testsuites.testsuite.testcase.failure["#text"];
    expect(text).toContain("FAILED format/count/n15");
    expect(text).toContain('expected "5" (U+0035), actual "<" (U+003C)');
  });

  it("json has the answers and where they differ", async () => {
    write(1, 15);
    const report = JSON.parse((await run("--reporter", "json")).stdout);
    expect(report).toMatchObject({
      version: 1,
      ok: false,
      counts: { cases: 2, passed: 1, failed: 1, unexpected: 1 },
    });
    expect(report.suites[0]).toMatchObject({ suite: "format", implementation: "counting" });
    expect(report.suites[0].cases[1]).toMatchObject({
      id: "format/count/n15",
      why: "1.7 The count of 15.",
      status: "failed",
      expected: "15",
      actual: "1<5&\u001b\n",
      differs: [""],
    });
  });

  it("text is good enough to mend the code from", async () => {
    write(15);
    const { stdout } = await run();
    expect(stdout).toBe(
      [
        `FAILED format/count/n15  (${join(folder, "format", "cases.json")})`,
        "  why: 1.7 The count of 15.",
        '  input: {"op":"count","n":15}',
        "  the answer differs",
        "    expected",
        "    | 15",
        "       ^",
        "    actual",
        "    | 1<5&\\u{1b}\\n",
        "       ^",
        "    | ",
        '    line 1, character 2: expected "5" (U+0035), actual "<" (U+003C)',
        "",
        `format  ${folder} 0/1`,
        "NOT AS EXPECTED: 1 of 1 cases",
        "A why begins with its section of SPECIFICATION.md in @lembas/fixtures.",
      ].join("\n"),
    );
  });
});
