import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type Composed,
  composeAnthropic,
  composeChat,
  createComposer,
  explain,
  guide,
  recall,
  recallTool,
  restore,
  type Skipped,
} from "./index.js";
import { EXPECTED, readFile, TURNS } from "./testing/scripted.js";

const use = (id: string, name: string, input: unknown) => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name, input }],
});

const result = (id: string, content: string) => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content }],
});

const scripted = TURNS.flat().flatMap(({ id, name, args }) => [
  use(id, name, args),
  result(id, readFile(args)),
]);

describe("guide", () => {
  it.each([{}, { recall: true }])("is at most 120 words: %o", (options) => {
    expect(guide(options).split(/\s+/).length).toBeLessThanOrEqual(120);
  });

  it("names recall where there is one", () => {
    expect(guide()).not.toContain("Call recall");
    expect(guide({ recall: true })).toContain("Call recall with an id");
  });
});

describe("explain", () => {
  it("says what was given, what it shows, and what each mark names", () => {
    const explained = explain(scripted);
    expect(explained.map(({ shown }) => shown)).toEqual(EXPECTED);
    expect(explained.map(({ given }) => given)).toEqual(
      [1, 10, 20, 1, 1, 1].map((offset) => readFile({ offset })),
    );
    expect(explained[2]).toMatchObject({
      message: 5,
      callId: "call_3",
      tool: "read_file",
      id: "#259d35",
      capped: false,
    });
    expect(explained[2]?.marks).toEqual([
      {
        line: 2,
        id: "#74196f",
        first: 20,
        last: 30,
        lines: readFile({ offset: 20 }).split("\n").slice(0, 11),
      },
      {
        line: 3,
        id: "#1b68f8",
        first: 22,
        last: 30,
        lines: readFile({ offset: 31 }).split("\n").slice(0, 9),
      },
    ]);
  });

  it("gives the lines of a mark as they are named, where nothing is left that shows how they are numbered", () => {
    const rows = (from: number, to: number, isNumbered: boolean): string =>
      Array.from(
        { length: to - from + 1 },
        (_, index) => `${isNumbered ? `${from + index}\t` : ""}row ${from + index} of a longer file text\n`,
      ).join("");
    const messages = [
      ...[use("call_1", "cat", {}), result("call_1", rows(1, 20, false))],
      ...[use("call_2", "bash", {}), result("call_2", `head\n${rows(1, 20, true)}`)],
    ];
    const caps = { bash: { maxLines: 2, headLines: 1, tailLines: 1 } };
    const [, explained] = explain(messages, { caps });
    expect(explained?.shown).toBe(
      '[#1b68f8]\nhead\n[1 lines elided, full output #1b68f8]\n[lines 2-20 same as lines 2-20 of #74196f, from "row 2 of a longer file text" to "row 20 of a longer file text"]',
    );
    expect(explained?.marks).toEqual([
      { line: 4, id: "#74196f", first: 2, last: 20, lines: rows(2, 20, false).split("\n").slice(0, -1) },
    ]);
  });

  it("has the common cap for a tool whose own is undefined", () => {
    const messages = [use("call_1", "bash", {}), result("call_1", "one\ntwo\nthree")];
    const cap = { maxLines: 2, headLines: 1, tailLines: 1 };
    const [explained] = explain(messages, { cap, caps: { bash: undefined } });
    expect(explained?.shown).toBe("[#74196f]\none\n[1 lines elided, full output #74196f]\nthree");
  });

  it("says the same of composed messages", () => {
    const strip = (results: ReturnType<typeof explain>) =>
      results.map(({ shown, given, marks }) => ({ shown, given, marks }));
    expect(strip(explain(composeAnthropic(scripted)))).toEqual(strip(explain(scripted)));
  });

  it("says why a result is left as it is", () => {
    const messages = [
      result("gone", "a"),
      use("call_1", "recall", {}),
      result("call_1", "b"),
      use("call_2", "bash", {}),
      result("call_2", "c"),
    ];
    expect(explain(messages, { except: ["bash"] }).map(({ skipped }) => skipped)).toEqual([
      "no-call",
      "recall",
      "not-chosen",
    ]);
  });
});

afterEach(() => vi.unstubAllGlobals());

describe("the callbacks", () => {
  it("stop no call by what they throw, which is thrown again behind it", () => {
    const later: (() => void)[] = [];
    vi.stubGlobal("queueMicrotask", (task: () => void) => later.push(task));
    const [told, skipped] = [new Error("of onComposed"), new Error("of onSkipped")];
    const composer = createComposer({
      onComposed: () => {
        throw told;
      },
      onSkipped: () => {
        throw skipped;
      },
    });
    const messages = [{ role: "tool", content: "of another form" }, ...scripted];
    expect(composer.composeAnthropic(messages)).toEqual(composeAnthropic(messages));
    expect(later).toHaveLength(2);
    expect(later[0]).toThrow(skipped);
    expect(later[1]).toThrow(told);
  });

  it("are told once of each result, of all characters each time, and of what is passed over", () => {
    const composed: Composed[] = [];
    const skipped: Skipped[] = [];
    const composer = createComposer({
      onComposed: (one) => composed.push(one),
      onSkipped: (one) => skipped.push(one),
    });
    const odd = { role: "tool", content: "of another form" };
    const messages = [odd, ...scripted];
    composer.composeAnthropic(messages.slice(0, 7));
    composer.composeAnthropic(messages);
    composer.composeAnthropic(messages);
    expect(composed.map(({ results }) => results.length)).toEqual([3, 3, 0]);
    const given = [1, 10, 20, 1, 1, 1].reduce((sum, offset) => sum + readFile({ offset }).length, 0);
    expect(composed[1]).toMatchObject({ given, shown: EXPECTED.join("").length });
    expect(composed[1]?.results[0]).toMatchObject({
      id: "#ff1c85",
      callId: "call_4",
      tool: "read_file",
      marks: 1,
    });
    expect(skipped).toEqual([{ reason: "unknown-message", message: 0 }]);
  });
});

describe("a result whose composing fails", () => {
  it("stays as it is, and so do all behind it; the call is not stopped", () => {
    const args = Object.defineProperty({}, "path", {
      enumerable: true,
      get: () => {
        throw new Error("not to be read");
      },
    });
    const skipped: Skipped[] = [];
    const messages = [
      ...scripted.slice(0, 2),
      use("odd", "bash", args),
      result("odd", "x"),
      ...scripted.slice(2),
    ];
    const sent = composeAnthropic(messages, { onSkipped: (one) => skipped.push(one) });
    expect(sent[1]).toEqual(result("call_1", EXPECTED[0] ?? ""));
    expect(sent.slice(2, 4)).toEqual([messages[2], messages[3]]);
    expect(skipped).toEqual([]);
    expect(explain(messages)[1]).toMatchObject({ skipped: "failed" });
    expect(explain(messages)[2]).toMatchObject({ skipped: "after-failure" });
  });
});

describe("arguments that are nested deeply", () => {
  it.each([400, 600, 3_000, 6_000, 10_000, 50_000])("stop no call, the second one neither: %i", (depth) => {
    const composer = createComposer();
    const nested = (levels: number): unknown => {
      let value: unknown = {};
      for (let level = 0; level < levels; level++) value = { value };
      return value;
    };
    const write = () => [use("call_1", "bash", nested(depth)), ...scripted.slice(1)];
    const sent = composer.composeAnthropic(write());
    expect(sent[1]).toEqual(result("call_1", EXPECTED[0] ?? ""));
    expect(composer.composeAnthropic(write()).slice(1)).toEqual(sent.slice(1));
  });
});

describe("a capped result whose whole text numbers its lines, and what stands of it does not", () => {
  it("is named alike whether it was composed before or is now", () => {
    const plain = Array.from({ length: 10 }, (_, index) => `line ${index} of a text that is long enough`);
    const rows = (from: number) =>
      Array.from({ length: 10 }, (_, index) => `${from + index}\u2192row ${from + index} of another text`);
    const first = [...plain, ...rows(11), "end 1", "end 2"].join("\n");
    const second = [...rows(1).slice(0, 2), ...plain.map((line, index) => `${3 + index}\u2192${line}`)].join(
      "\n",
    );
    const options = { cap: { maxLines: 14, headLines: 10, tailLines: 2 } };
    const messages = [
      use("call_1", "a", {}),
      result("call_1", first),
      use("call_2", "b", {}),
      result("call_2", second),
    ];
    const sent = composeAnthropic(messages, options);
    expect(JSON.stringify(sent[3])).toContain("[lines 3-12 same as lines 1-10 of #74196f");
    const stored = composeAnthropic(messages.slice(0, 2), options);
    expect(composeAnthropic([...stored, ...messages.slice(2)], options)).toEqual(sent);
  });
});

describe("a message that cannot be written again", () => {
  it("stays as it is, and so do all behind it; the call is not stopped, and the figures are those of what is sent", () => {
    const skipped: Skipped[] = [];
    const composed: Composed[] = [];
    const error = new Error("not to be read");
    const odd = Object.defineProperty({ ...scripted[3] }, "own", {
      enumerable: true,
      get: () => {
        throw error;
      },
    });
    const messages = scripted.with(3, odd as (typeof scripted)[number]);
    const composer = createComposer({
      onSkipped: (one) => skipped.push(one),
      onComposed: (one) => composed.push(one),
    });
    const sent = composer.composeAnthropic(messages);
    expect(sent[1]).toEqual(result("call_1", EXPECTED[0] ?? ""));
    expect(sent.slice(2)).toEqual(messages.slice(2));
    expect(skipped).toEqual([{ reason: "failed", message: 3, error }]);
    const [figures] = composed;
    expect(figures?.results.map(({ callId }) => callId)).toEqual(["call_1"]);
    expect((figures?.shown ?? 0) - (figures?.given ?? 0)).toBe("[#74196f]\n".length);
  });
});

describe("restore", () => {
  it("keeps all fields of a plain message of LangChain", () => {
    const tool = { type: "tool", tool_call_id: "call_1", content: "[#74196f]\na", own: 1 };
    expect(restore([tool])).toEqual([{ ...tool, content: "a" }]);
  });
});

describe("recall", () => {
  it("finds the result of a tool without a name, and nothing for a target that is no text", () => {
    const messages = [use("call_1", "", {}), result("call_1", "a")];
    expect(recall(messages, { target: "#74196f" })).toBe("[recall #74196f lines 1-1 of 1]\na");
    expect(recall(messages, '{"target":{"toString":1,"valueOf":1}}')).toBe(
      "No stored result # in this session.",
    );
  });

  it("takes arguments as a model sends them", () => {
    const [first = ""] = readFile({ offset: 1 }).split("\n");
    for (const args of [{ target: "#74196f", limit: 1 }, '{"target":"74196f","limit":"1"}']) {
      expect(recall(scripted, args)).toBe(`[recall #74196f lines 1-1 of 30]\n${first}`);
    }
    expect(recall(scripted, "no JSON")).toBe("No stored result # in this session.");
    expect(Object.keys(recallTool.schema.properties)).toEqual(["target", "offset", "limit", "column"]);
  });
});

describe("what a programmer gets wrong is named", () => {
  it.each<[() => unknown, string]>([
    // @ts-expect-error no list
    [() => composeChat({}), "messages must be a list; got a value of type object"],
    // @ts-expect-error no list
    [() => restore("x"), 'messages must be a list; got the string "x"'],
    [
      () => createComposer({ keepLast: 3 } as object),
      'unknown option "keepLast"; there are knownLines, clean, cap, caps, measure, only, except, files, onComposed, onSkipped',
    ],
    // @ts-expect-error no flag
    [() => createComposer({ clean: 1 }), "clean must be true or false; got 1"],
    // @ts-expect-error no list of names
    [() => createComposer({ only: "bash" }), 'only must be a list of strings; got the string "bash"'],
    [
      () => createComposer({ cap: { lines: 3 } as object }),
      'unknown budget "lines"; there are maxLines, maxChars, headLines, headChars, tailLines, tailChars',
    ],
    // @ts-expect-error no function
    [() => createComposer({ onComposed: true }), "onComposed must be a function; got true"],
    [
      () => createComposer({ caps: { bash: { maxLines: -1 } } }),
      "maxLines must be a whole number of at least 0; got -1",
    ],
  ])("%s", (run, message) => {
    expect(run).toThrow(message);
  });
});
