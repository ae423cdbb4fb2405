import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readOutputs } from "../testing/read-outputs.js";
import type { Call, SentRequest, SentResult } from "../transcript/sent-request.js";
import { composeOutput, isOutput } from "./compose-output.js";

const bash = (id: string, command = "pnpm test"): Call => ({ id, tool: "Bash", input: { command } });
const answer = (stdout: string, more: object = {}) => ({
  stdout,
  stderr: "",
  interrupted: false,
  isImage: false,
  ...more,
});
const request = (results: readonly SentResult[], before?: Call): SentRequest => ({
  results,
  before,
  tokens: 1000,
});
const headOf = (id: string): string => `[#${createHash("sha256").update(id).digest("hex").slice(0, 6)}]`;
const sent = (call: Call, content: unknown): SentResult => ({ call, content, isError: false });

const lines = Array.from(
  { length: 30 },
  (_, index) => `ok ${index + 1} - test number ${index + 1} of the suite`,
);
const text = lines.join("\n");

describe("an output", () => {
  it("gets a head where it may be named, and nothing else", () => {
    const composed = composeOutput(bash("one"), answer(text), request([]));
    expect(composed).toEqual({
      output: answer(`${headOf("one")}\n${text}`),
      given: text.length,
      shown: text.length + headOf("one").length + 1,
    });
    expect(composeOutput(bash("one"), answer("done"), request([]))).toBeUndefined();
  });

  it("names lines of an output above, and says with the first mark what it is", () => {
    const first = sent(bash("one"), `${headOf("one")}\n${text}`);
    const now = `${text}\nall pass`;
    const composed = composeOutput(bash("two"), answer(now, { stderr: "kept" }), request([first]));
    const mark = `[30 lines same as lines 1-30 of ${headOf("one").slice(1, -1)}, from "${lines[0]?.slice(0, 30)}…" to "${lines[29]?.slice(0, 30)}…"]`;
    expect(composed?.output).toEqual(answer(`${headOf("two")}\n${mark}\nall pass`, { stderr: "kept" }));
    expect(composed?.note).toMatch(/^A tool result may begin with a head/);
    const second = sent(bash("two"), `${headOf("two")}\n${mark}\nall pass`);
    const third = composeOutput(
      bash("three", "pnpm test --all"),
      answer(now),
      request([first, second], bash("two")),
    );
    expect(third?.note).toBeUndefined();
    expect(third?.output).toEqual(answer(`${headOf("three")}\n${mark}\nall pass`));
  });

  it("is whole when it is asked for again at once, and not where another call came in between", () => {
    const marked = composeOutput(
      bash("two"),
      answer(text),
      request([sent(bash("one"), `${headOf("one")}\n${text}`)]),
    );
    const { stdout } = (marked?.output ?? {}) as { readonly stdout: string };
    const results = [sent(bash("one"), `${headOf("one")}\n${text}`), sent(bash("two"), stdout)];
    const whole = composeOutput(bash("three"), answer(text), request(results, bash("two")));
    expect(whole?.output).toEqual(answer(`${headOf("three")}\n${text}`));
    const edit = { id: "edit", tool: "Edit", input: {} };
    const again = composeOutput(bash("three"), answer(text), request(results, edit));
    expect(again?.output).toEqual(answer(stdout.replace(headOf("two"), headOf("three"))));
  });

  it("names no output that stands without a head of its own", () => {
    const results = [sent(bash("one"), text), sent(bash("zero"), `[#000000]\n${text}`)];
    expect(composeOutput(bash("two"), answer(text), request(results))?.output).toEqual(
      answer(`${headOf("two")}\n${text}`),
    );
  });

  it("is only cleaned where it is not known what was sent", () => {
    expect(composeOutput(bash("one"), answer("\u001b[31mred\u001b[0m"), undefined)).toEqual({
      output: answer("red"),
      given: "\u001b[31mred\u001b[0m".length,
      shown: 3,
    });
    expect(composeOutput(bash("one"), answer(text), undefined)).toBeUndefined();
  });

  it("of an MCP tool is a list of blocks, and stays one", () => {
    const call = { id: "one", tool: "mcp__server__list", input: {} };
    const image = { type: "image", source: { type: "base64", data: "" } };
    const blocks = [{ type: "text", text, annotations: {} }, image];
    const composed = composeOutput(call, blocks, request([]));
    expect(composed?.output).toEqual([
      { type: "text", text: `${headOf("one")}\n${text}`, annotations: {} },
      image,
    ]);
    const again = composeOutput({ ...call, id: "two" }, blocks, request([sent(call, composed?.output)]));
    expect(JSON.stringify(again?.output)).toContain("30 lines same as lines 1-30");
  });

  it.each([
    ["a picture", answer(text, { isImage: true })],
    ["interrupted", answer(text, { interrupted: true })],
    ["of a background command", answer(text, { backgroundTaskId: "b1" })],
    ["moved to a file", answer(text, { persistedOutputPath: "/tmp/x" })],
    ["not as it is known to be", { output: text }],
    ["a text alone", text],
    ["a list of texts", [text]],
    ["nothing", null],
  ])("stays as it is where it is %s", (_, response) => {
    expect(composeOutput(bash("one"), response, request([]))).toBeUndefined();
  });
});

it("is an output of which tools", () => {
  expect(["Bash", "mcp__a__b", "Read", "Agent"].map((tool) => isOutput({ id: "", tool, input: {} }))).toEqual(
    [true, true, false, false],
  );
});

it("a reader of outputs and marks finds what the commands printed, in any session", () => {
  let marks = 0;
  const lineOf = fc.integer({ min: 0, max: 25 });
  const outputOf = fc.array(fc.tuple(lineOf, fc.integer({ min: 1, max: 25 })), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(outputOf, fc.nat(2), fc.nat(8)), { minLength: 1, maxLength: 12 }),
      (steps) => {
        let results: SentResult[] = [];
        let whole: string[] = [];
        let before: Call | undefined;
        for (const [index, [ranges, command, forgets]] of steps.entries()) {
          if (forgets === 0) {
            results = [];
            whole = [];
          }
          const stdout = ranges.flatMap(([from, count]) => lines.slice(from, from + count)).join("\n");
          const call = bash(`call ${index}`, `run ${command}`);
          const composed = composeOutput(call, answer(stdout), request(results, before));
          const shown = (composed?.output as { readonly stdout: string } | undefined)?.stdout ?? stdout;
          results.push(sent(call, shown));
          whole.push(stdout);
          before = call;
          expect(
            readOutputs(results.map(({ content }) => String(content))).map((own) => own.join("\n")),
          ).toEqual(whole);
          if (shown.includes(" same as lines ")) marks++;
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(marks).toBeGreaterThan(20);
});
