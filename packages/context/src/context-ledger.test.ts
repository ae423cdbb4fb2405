import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContextLedger } from "./context-ledger.js";
import type { JournalEntry } from "./journal/entry.js";

// biome-ignore lint/suspicious/noExplicitAny: what a program without types may pass
const wrong = (value: unknown): any => value;

describe("what a programmer gets wrong throws, and changes nothing", () => {
  const ledger = new ContextLedger();
  ledger.read({ id: "#a001", path: "a", content: "one\n" });
  const before = JSON.stringify(ledger);
  const cases: [string, () => unknown, string][] = [
    [
      "no step",
      () => ledger.read(wrong(undefined)),
      'a step must be an object like { path: "a.ts", … }; got undefined',
    ],
    ["no path", () => ledger.read(wrong({ content: "x" })), "path must be a string; got undefined"],
    [
      "an empty path",
      () => ledger.read({ path: "", content: "x" }),
      'path must be a string that is not empty; got ""',
    ],
    ["no content", () => ledger.read(wrong({ path: "a" })), "content must be a string; got undefined"],
    [
      "bytes",
      () => ledger.read({ path: "a", content: wrong(new Uint8Array(1)) }),
      "content must be a string; got a value of type object",
    ],
    [
      "no after",
      () => ledger.edit(wrong({ path: "a", before: "x" })),
      "after must be a string; got undefined",
    ],
    ["no text", () => ledger.output(wrong({ tool: "bash" })), "text must be a string; got undefined"],
    ["no tool", () => ledger.output(wrong({ text: "x" })), "tool must be a string; got undefined"],
    [
      "text and blocks",
      () => ledger.output({ tool: "web", text: "x", blocks: [] }),
      "an output has text or blocks; got both",
    ],
    [
      "a text block without text",
      () => ledger.output({ tool: "web", blocks: [wrong({ type: "text", text: 5 })] }),
      'block 1 lacks what a block of type "text" has in MCP',
    ],
    [
      "a block without type",
      () => ledger.output({ tool: "web", blocks: [wrong({ text: "x" })] }),
      "block 1 must be an object with a type",
    ],
    [
      "an image without a MIME type",
      () => ledger.output({ tool: "web", blocks: [wrong({ type: "image", data: "AAAA", mimeType: null })] }),
      'block 1 lacks what a block of type "image" has in MCP',
    ],
    [
      "an image without data",
      () =>
        ledger.output({ tool: "web", blocks: [wrong({ type: "image", data: 5, mimeType: "image/png" })] }),
      'block 1 lacks what a block of type "image" has in MCP',
    ],
    [
      "null for a block",
      () => ledger.output({ tool: "web", blocks: [wrong(null)] }),
      "block 1 must be an object",
    ],
    [
      "a text for a block",
      () => ledger.output({ tool: "web", blocks: [wrong("x")] }),
      "block 1 must be an object",
    ],
    ["a text for blocks", () => ledger.output({ tool: "web", blocks: wrong("x") }), "blocks must be a list"],
    [
      "null for a step",
      () => ledger.read(wrong(null)),
      'a step must be an object like { path: "a.ts", … }; got null',
    ],
    [
      "clean that is no flag",
      () => ledger.output({ tool: "bash", text: "x", clean: wrong("yes") }),
      "clean must be true or false",
    ],
    [
      "fresh that is no flag",
      () => ledger.read({ path: "a", content: "x", fresh: wrong("yes") }),
      "fresh must be true or false",
    ],
    [
      "a number for before",
      () => ledger.edit({ path: "a", before: wrong(5), after: "x" }),
      "before must be a string",
    ],
    ["a change of no path", () => ledger.write(wrong({ after: "x" })), "path must be a string"],
    [
      "an id in a sentence",
      () => ledger.output({ id: "see #a001", tool: "bash", text: "x" }),
      'like "#a001"; got the string "see #a001"',
    ],
    ["a taken id", () => ledger.read({ id: "#A001", path: "a", content: "x" }), "the id #A001 is taken"],
    [
      "a malformed id",
      () => ledger.output({ id: "a001", tool: "bash", text: "x" }),
      'like "#a001"; got the string "a001"',
    ],
    [
      "an id that goes on",
      () => ledger.output({ id: "#a001 x", tool: "bash", text: "x" }),
      'like "#a001"; got the string "#a001 x"',
    ],
    ["a budget of -1", () => ledger.output({ tool: "bash", text: "x", cap: { maxLines: -1 } }), "maxLines"],
    [
      "a small page",
      () => ledger.read({ path: "a", content: "x", pageChars: 99 }),
      "pageChars must be a whole number of at least 100; got 99",
    ],
    [
      "ids that are no list",
      () => ledger.forget(wrong("#a001")),
      'results are named like ["#a001"] or { callIds: ["call-1"] }; got the string "#a001"',
    ],
    [
      "a step to rewind to that is not there",
      () => ledger.rewind("#ffff"),
      "there is no step #ffff to rewind to",
    ],
    ["a number to compact", () => ledger.compact(wrong(5)), "compact must be an object like"],
    ["null to compact", () => ledger.compact(wrong(null)), "compact must be an object like"],
    ["edits that is no flag", () => ledger.compact({ edits: wrong("yes") }), "edits must be true or false"],
    ["kept that is no list", () => ledger.compact({ kept: wrong("#a001") }), "ids must be a list"],
  ];
  it.each(cases)("%s", (_, act, message) => {
    expect(act).toThrow(message);
    expect(JSON.stringify(ledger)).toBe(before);
  });

  const options: [string, unknown, string][] = [
    ["an unknown option", { maxLines: 3 }, 'unknown option "maxLines"; there are cap, caps, pageLines'],
    ["a negative budget", { cap: { tailChars: -1 } }, "tailChars"],
    ["a budget of a tool", { caps: { bash: { maxLines: 4, headLines: 3, tailLines: 3 } } }, "maxLines"],
    [
      "a cap that is no object",
      { cap: "of" },
      'budgets must be an object like { maxLines: 400 }; got the string "of"',
    ],
    ["a tool's cap that is none", { caps: { bash: 5 } }, "budgets must be an object"],
    ["no cap", { cap: null }, "budgets must be an object like { maxLines: 400 }; got null"],
    [
      "caps that are no object",
      { caps: 5 },
      "caps must be an object like { bash: { maxLines: 100 } }; got 5",
    ],
    ["a misspelled budget", { cap: { max_lines: 1 } }, 'unknown budget "max_lines"; there are maxLines'],
    ["a page of 99", { pageChars: 99 }, "pageChars must be a whole number of at least 100; got 99"],
    [
      "a long prefix",
      { idPrefix: "abcde" },
      'idPrefix must be one to four hex digits; got the string "abcde"',
    ],
    [
      "repeatable that is no list",
      { repeatable: "list" },
      'repeatable must be a list of tool names; got the string "list"',
    ],
    ["isShown that is no function", { isShown: true }, "isShown must be a function; got true"],
    ["union that is no flag", { union: "yes" }, 'union must be true or false; got the string "yes"'],
    ["keepChars of -1", { keepChars: -1 }, "keepChars must be a whole number of at least 0; got -1"],
    ["a clean that is no flag", { clean: 1 }, "clean must be true or false; got 1"],
    ["a repeatable tool that is no text", { repeatable: [5] }, "a repeatable tool must be a string; got 5"],
    ["a prefix that is a number", { idPrefix: 12 }, "idPrefix must be one to four hex digits; got 12"],
    ["options that are none", null, "options must be an object like { pageLines: 500 }; got null"],
  ];
  it.each(options)("%s", (_, given, message) => {
    expect(() => new ContextLedger(wrong(given))).toThrow(message);
  });

  it("a path key that is no text", () => {
    const ledger = new ContextLedger({ pathKey: wrong(() => undefined) });
    expect(() => ledger.read({ path: "a", content: "x" })).toThrow(
      "pathKey's answer must be a string; got undefined",
    );
    expect(ledger.toJSON()).toEqual([]);
  });
});

it("what a model can send never throws", () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.anything(),
      fc.anything(),
      fc.anything(),
      (offset, limit, column, target) => {
        const ledger = new ContextLedger();
        expect(
          ledger.read({ path: "a", content: "one\ntwo\n", offset, limit, column }).text.isWellFormed(),
        ).toBe(true);
        expect(ledger.recall({ target, offset, limit, column }).text.isWellFormed()).toBe(true);
        expect(ledger.recall({ target: "#0001", offset, limit, column }).text.isWellFormed()).toBe(true);
      },
    ),
  );
});

describe("ids", () => {
  it("a ledger makes ids that it has not used", () => {
    const ledger = new ContextLedger();
    expect(ledger.output({ tool: "bash", text: "1", id: "#0002" }).id).toBe("#0002");
    expect(ledger.output({ tool: "bash", text: "2" }).id).toBe("#0003");
    expect(ledger.output({ tool: "bash", text: "3" }).id).toBe("#0004");
  });

  it("a prefix keeps a subagent's ids apart", () => {
    const ledger = new ContextLedger({ idPrefix: "B2" });
    expect(ledger.output({ tool: "bash", text: "1" }).id).toBe("#b2001");
  });
});

describe("isShown", () => {
  it("is asked with the host's own name for the call", () => {
    const cleared = new Set<string | undefined>();
    const ledger = new ContextLedger({ isShown: (_, callId) => !cleared.has(callId) });
    ledger.read({ callId: "call-1", path: "a", content: "one\n" });
    expect(ledger.read({ path: "a", content: "one\n" }).kind).toBe("stub");
    cleared.add("call-1");
    expect(ledger.read({ callId: "call-2", path: "a", content: "one\n" }).kind).toBe("full");
  });
});

it("a stub says which results it names", () => {
  const ledger = new ContextLedger({ acrossEdits: true });
  const { id } = ledger.read({ path: "a", content: "one\ntwo\n" });
  const edit = ledger.edit({ path: "a", before: "one\ntwo\n", after: "one\n2\n" });
  expect(ledger.read({ path: "a", content: "one\n2\n" }).sources).toEqual([id, edit.id]);
  const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
  const shot = () => ledger.output({ tool: "shot", blocks: [image] });
  const { id: shown, sources: none } = shot();
  expect(none).toBeUndefined();
  expect(shot().sources).toEqual([shown]);
  const list = () => ledger.output({ tool: "list", text: "a\n" });
  const { id: first, sources } = list();
  expect(sources).toBeUndefined();
  expect(list().sources).toEqual([first]);
});

it("a result of blocks has blocks, where it is one text too", () => {
  const ledger = new ContextLedger();
  const blocks = [{ type: "text", text: "a" }];
  const list = () => ledger.output({ tool: "list", blocks });
  const { id } = list();
  const again = list();
  expect(again.text).toBe(`[${again.id}] Same result as ${id}.`);
  expect(again.blocks).toEqual([{ type: "text", text: again.text }]);
  const blank = ledger.output({ tool: "list", blocks: [] });
  expect(blank.blocks).toEqual([{ type: "text", text: blank.text }]);
});

it("says of each result whether a bound cut it, and counts those", () => {
  const ledger = new ContextLedger({ pageLines: 2, cap: { maxLines: 4, headLines: 1, tailLines: 1 } });
  const content = "1\n2\n3\n4\n5\n";
  const text = content;
  const after = content.replaceAll("\n", "x\n");
  const bounds = { pageChars: 100 };
  const wide = `${"x".repeat(120)}\n${content}`;
  expect([
    ledger.read({ path: "a", content, limit: 2 }).kind,
    ledger.read({ path: "wide", content: wide, ...bounds }).kind,
    ledger.output({ id: "#a001", tool: "bash", text }).kind,
    ledger.output({ tool: "bash", text, cap: "off" }).kind,
    ledger.edit({ path: "a", before: content, after }).kind,
    ledger.edit({ path: "b", before: content, after, cap: "off" }).kind,
    ledger.recall({ target: "#a001", limit: 2 }).kind,
    ledger.recall({ target: "#a001", limit: 9 }).kind,
    ledger.output({ tool: "bash", text: " " }).kind,
    ledger.output({ tool: "web", blocks: [{ type: "text", text }] }).kind,
    ledger.output({ tool: "web", blocks: [{ type: "text", text: "1" }] }).kind,
  ]).toEqual([
    ...["full", "capped", "capped", "full", "capped", "full", "full", "full"],
    ...["notice", "capped", "full"],
  ]);
  expect(ledger.stats.caps).toBe(4);
});

it("says of each message that it is one, and of what is shown already that it is", () => {
  const ledger = new ContextLedger({ knownLines: true, keepChars: 330 });
  const content = "one\n";
  const rows = Array.from({ length: 8 }, (_, row) => `row ${row} of a table that is long enough\n`).join("");
  const binary = "\u0001".repeat(40);
  expect([
    ledger.read({ path: "a", content, offset: 5 }).kind,
    ledger.read({ path: "a", content, column: 9 }).kind,
    ledger.edit({ path: "a", before: content, after: null }).kind,
    ledger.edit({ path: "a", after: content }).kind,
    ledger.edit({ path: "a", before: content, after: content }).kind,
    ledger.write({ id: "#a001", path: "b", before: content, after: rows, inCall: true }).kind,
    ledger.output({ id: "#a002", tool: "bash", text: binary }).kind,
    ledger.output({ id: "#a003", tool: "bash", text: "\n" }).kind,
    ledger.recall({ target: "#a003" }).kind,
    ledger.recall({ target: "#a002", column: 99 }).kind,
    ledger.recall({ target: "#a001", offset: 99 }).kind,
    ledger.recall({ target: "#b001" }).kind,
  ]).toEqual(Array.from({ length: 12 }, () => "notice"));
  expect(ledger.output({ id: "#a004", tool: "bash", text: `first\n${rows}` }).kind).toBe("partial");
  expect(ledger.recall({ target: "#a001" }).kind).toBe("notice");
  const other = new ContextLedger();
  for (const kind of ["full", "stub"]) {
    expect(other.read({ path: "c", content: "" }).kind).toBe(kind);
    expect(other.output({ tool: "list", text: "a" }).kind).toBe(kind);
  }
});

it.each(["", "\n"])(
  "keeps of a line that was cut before its last character what it showed; then %j",
  (end) => {
    const ledger = new ContextLedger({ lineNumbers: false, pageChars: 100, knownLines: true });
    ledger.read({ id: "#a001", path: "a", content: `${"x".repeat(100)}y${end}` });
    expect(ledger.toJSON()[0]).toMatchObject({ next: 101, text: `${"x".repeat(100)}\n` });
  },
);

describe("a ledger that goes on with other options", () => {
  it("gives a result whole that another bound of lines had cut", () => {
    const step = { tool: "grep", text: "x".repeat(100) };
    const first = new ContextLedger({ lineChars: 30 });
    first.output(step);
    expect(ContextLedger.replay(first.toJSON(), { lineChars: 30 }).output(step).kind).toBe("stub");
    expect(ContextLedger.replay(first.toJSON(), { lineChars: 40 }).output(step).kind).toBe("capped");
  });

  it("knows no line of what a cap had cut in one that did not know lines", () => {
    const lines = Array.from({ length: 12 }, (_, line) => `line ${line} of an output that is long enough`);
    const text = lines.join("\n");
    const first = new ContextLedger({ cap: { maxLines: 10 } });
    first.output({ tool: "bash", text });
    const next = ContextLedger.replay(first.toJSON(), { knownLines: true });
    expect(next.output({ tool: "bash", text }).kind).toBe("full");
  });
});

it("takes the host's own name of a call in a step of any kind", () => {
  const ledger = new ContextLedger();
  const given = { callId: "call-1" };
  ledger.read({ ...given, path: "a", content: "one\n" });
  ledger.edit({ ...given, path: "a", before: "one\n", after: "two\n" });
  ledger.write({ ...given, path: "b", after: "" });
  ledger.output({ ...given, tool: "bash", text: "words" });
  ledger.recall({ ...given, target: "#0001" });
  expect(ledger.toJSON().map((entry) => ("callId" in entry ? entry.callId : undefined))).toEqual(
    Array.from({ length: 5 }, () => "call-1"),
  );
});

it("an onEntry that throws leaves the ledger as it was", () => {
  let full = true;
  const onEntry = () => {
    if (full) throw new Error("the disk is full");
  };
  const ledger = new ContextLedger({ onEntry });
  const read = () => ledger.read({ id: "#a001", path: "a", content: "one\n" });
  expect(read).toThrow("the disk is full");
  full = false;
  expect(read().kind).toBe("full");
});

describe("fork", () => {
  it("the two go their own ways", () => {
    const ledger = new ContextLedger();
    ledger.read({ path: "a", content: "one\n" });
    const fork = ledger.fork();
    fork.forget(["#0001"]);
    fork.output({ tool: "bash", text: "only here" });
    expect(fork.read({ path: "a", content: "one\n" }).kind).toBe("full");
    expect(ledger.read({ path: "a", content: "one\n" }).kind).toBe("stub");
    expect(ledger.recall({ target: "#0003" }).text).toContain("No stored result");
  });

  it("does not write into the journal of the first", () => {
    const journal: JournalEntry[] = [];
    const ledger = new ContextLedger({ onEntry: (entry) => journal.push(entry) });
    ledger.fork().output({ tool: "bash", text: "x" });
    expect(journal).toEqual([]);
  });
});

describe("seen", () => {
  it("has the content's hash and the lines that are shown", () => {
    const ledger = new ContextLedger();
    expect(ledger.seen("a")).toBeUndefined();
    ledger.read({ id: "#a001", path: "./a", content: "one\ntwo\n", limit: 1 });
    const seen = ledger.seen("a");
    expect(seen?.sha).toMatch(/^[0-9a-f]{64}$/);
    expect(seen?.windows).toEqual([{ id: "#a001", first: 1, last: 1 }]);
    ledger.edit({ path: "a", before: "one\ntwo\n", after: "one\n" });
    expect(ledger.seen("a")?.sha).not.toBe(seen?.sha);
    expect(ledger.seen("a")?.windows).toEqual([]);
    ledger.edit({ path: "a", before: "one\n", after: null });
    expect(ledger.seen("a")).toEqual({ sha: null, windows: [], whole: false, written: true });
    ledger.write({ id: "#a009", path: "a", after: "one\n" });
    ledger.compact({ kept: ["#a009"] });
    expect(ledger.seen("a")?.sha).toMatch(/^[0-9a-f]{64}$/);
    ledger.compact();
    expect(ledger.seen("a")).toBeUndefined();
  });
});

it("seen leaves out what the host does not show any more", () => {
  const cleared = new Set<string>();
  const ledger = new ContextLedger({ isShown: (id) => !cleared.has(id) });
  ledger.read({ id: "#a001", path: "a", content: "one\ntwo\n", limit: 1 });
  ledger.read({ id: "#a002", path: "a", content: "one\ntwo\n", offset: 2 });
  cleared.add("#a001");
  expect(ledger.seen("a")?.windows).toEqual([{ id: "#a002", first: 2, last: 2 }]);
});

describe("stats", () => {
  it("what was given and inserted, and what each cause cost, in characters", () => {
    const ledger = new ContextLedger({ cap: { maxLines: 2 }, caps: { edit: "off" } });
    ledger.read({ id: "#a001", path: "a", content: "one\ntwo\n" });
    ledger.read({ id: "#a002", path: "a", content: "one\ntwo\n" });
    ledger.output({ id: "#a003", tool: "bash", text: "1\n2\n3\n" });
    ledger.edit({ id: "#a004", path: "a", before: "one\n", after: "two\n" });
    ledger.recall({ id: "#a005", target: "#a003" });
    const { read, output, edit, recall, heads, numbers, diffs, stubs, caps, recalls } = ledger.stats;
    const first = "[#a001 a lines 1-2 of 2 sha 4cea44e1]\n".length;
    expect(read.steps).toBe(2);
    expect(read.given).toBe(14);
    expect(numbers).toBe(6);
    expect(output).toEqual({
      steps: 1,
      given: 6,
      inserted: "[#a003]\n1\n[2 lines elided, full output #a003]".length,
    });
    expect(edit).toEqual({
      steps: 1,
      given: 0,
      inserted: "[#a004 a sha 27dd8ed4]\n@@ -1,1 +1,1 @@\n-one\n+two".length,
    });
    expect(recall.given).toBe(5);
    expect(diffs).toBe("@@ -1,1 +1,1 @@\n-one\n+two".length);
    expect(heads).toBeGreaterThan(2 * first);
    expect([stubs, caps, recalls]).toEqual([1, 1, 1]);
  });
});

describe("replay", () => {
  const made = (): unknown[] => {
    const ledger = new ContextLedger();
    ledger.read({ id: "#a001", path: "a", content: "one\n" });
    ledger.read({ id: "#a002", path: "a", content: "one\n" });
    return JSON.parse(JSON.stringify(ledger));
  };
  const followed = (): unknown => {
    const ledger = new ContextLedger({ acrossEdits: true });
    ledger.read({ id: "#a001", path: "a", content: "one\n" });
    ledger.edit({ id: "#a003", path: "a", before: "one\n", after: "two\n" });
    return JSON.parse(JSON.stringify(ledger))[1];
  };

  it("goes on as the first would", () => {
    const ledger = ContextLedger.replay(made());
    expect(ledger.read({ id: "#a003", path: "a", content: "one\n" }).text).toContain("Unchanged since #a001");
  });

  it("goes on from ill-formed names, of blocks and of files", () => {
    const options = { pathKey: (path: string) => `\ud800${path}` };
    const ledger = new ContextLedger(options);
    const blocks = [{ type: "image", data: "QUJD", mimeType: "\ud800" }, { type: "\udc00" }];
    ledger.output({ id: "#a001", tool: "web", blocks });
    ledger.read({ id: "#a002", path: "a", content: "one\n" });
    const replayed = ContextLedger.replay(JSON.parse(JSON.stringify(ledger)), options);
    expect(replayed.recall({ target: "#a001" }).text).toContain(
      "[image \ufffd, 3 bytes, sha d9cae0db]\n[\ufffd]",
    );
    expect(replayed.read({ path: "a", content: "one\n" }).kind).toBe("stub");
  });

  const damage: [string, (entries: unknown[]) => unknown, string][] = [
    ["no list", () => ({}), "entries must be a list"],
    [
      "no object",
      (entries) => [...entries, "x"],
      'journal entry 2 is damaged: it must be an object; got the string "x"',
    ],
    [
      "newer",
      ([entry]) => [{ ...wrong(entry), v: 2 }],
      "journal entry 0 has version 2; this package reads versions up to 1",
    ],
    [
      "no version",
      ([entry]) => [{ ...wrong(entry), v: undefined }],
      "journal entry 0 is damaged: v must be a version",
    ],
    [
      "unknown",
      ([entry]) => [{ ...wrong(entry), op: "constructor" }],
      "journal entry 0 is damaged: there is no entry",
    ],
    [
      "an op that has no text",
      ([entry]) => [{ ...wrong(entry), op: { toString: 1 }, result: { toString: 1 } }],
      "journal entry 0 is damaged: there is no entry",
    ],
    [
      "a lost field",
      ([entry]) => [{ ...wrong(entry), sha: "583e86b4" }],
      'read shown has a wrong sha; got the string "583e86b4"',
    ],
    [
      "a hash that goes on",
      ([entry]) => [{ ...wrong(entry), sha: `${"0".repeat(64)}0` }],
      "journal entry 0 is damaged: read shown has a wrong sha",
    ],
    [
      "a lost entry",
      ([, entry]) => [entry],
      "journal entry 0 is damaged: it names #a001, which no entry before it has",
    ],
    [
      "lines that the file does not have",
      ([entry]) => [{ ...wrong(entry), last: 9 }],
      "journal entry 0 is damaged: its lines 1-9 are none of 1",
    ],
    [
      "no first line",
      ([entry]) => [{ ...wrong(entry), first: 0 }],
      "journal entry 0 is damaged: its lines 0-1 are none of 1",
    ],
    [
      "lines that go backwards",
      ([entry]) => [{ ...wrong(entry), lines: 3, first: 2, last: 1 }],
      "journal entry 0 is damaged: its lines 2-1 are none of 3",
    ],
    [
      "a file written that adds more than there is",
      ([entry]) => [entry, { ...wrong(followed()), op: "write", follows: [[1, 1, 3]] }],
      "journal entry 1 is damaged: its change adds 3 lines to 1",
    ],
    [
      "a change that lacks a number",
      ([entry]) => [entry, { ...wrong(followed()), follows: [[1, 1]] }],
      "journal entry 1 is damaged: edit changed has a wrong follows",
    ],
    [
      "a change that adds more than there is",
      ([entry]) => [entry, { ...wrong(followed()), follows: [[1, 1, 2 ** 50]] }],
      "journal entry 1 is damaged: its change adds 1125899906842624 lines to 1",
    ],
    ["twice", ([entry]) => [entry, entry], "journal entry 1 is damaged: #a001 is taken"],
  ];
  it.each(damage)("a damaged journal is an Error that names the entry: %s", (_, damaged, message) => {
    expect(() => ContextLedger.replay(wrong(damaged(made())))).toThrow(message);
  });
});

describe("a repeated call", () => {
  const link = { type: "resource", uri: "x" };
  const text = { type: "text", text: "hello" };

  it("C1: is the same by its parts, never by a text that can be made otherwise", () => {
    const ledger = new ContextLedger();
    ledger.output({ tool: "list", blocks: [text, link] });
    const other = 'hello\n[resource]\n[{"type":"resource","uri":"x"}]';
    expect(ledger.output({ id: "#a002", tool: "list", text: other }).kind).toBe("full");
    expect(ledger.recall({ target: "#a002" }).text).toContain(other);
    expect(ledger.output({ tool: "list", text: other }).kind).toBe("stub");
  });

  it("C5: a block that JSON has no form for is refused, at once and by its place", () => {
    const ledger = new ContextLedger();
    const odd: [unknown, string][] = [
      [new Map(), "Map"],
      [new ArrayBuffer(8), "ArrayBuffer"],
      [new Uint8Array(5_000_000), "Uint8Array"],
    ];
    for (const [data, type] of odd) {
      for (const tool of ["list", "bash"])
        expect(() => ledger.output({ tool, blocks: [text, { type: "audio", data }] })).toThrow(
          new TypeError(`block 2 must be JSON values; got a value of type ${type}: give its content as text`),
        );
    }
    expect(ledger.toJSON()).toEqual([]);
  });

  it("C8: is not the same where it asks for another cap than the one that cut it", () => {
    const ledger = new ContextLedger({ cap: { maxLines: 2 } });
    const grep = (cap?: "off") => ledger.output({ tool: "grep", text: "1\n2\n3\n4\n", cap });
    expect([grep().kind, grep().kind, grep("off").kind, grep("off").kind, grep().kind]).toEqual([
      ...["capped", "stub", "full", "stub", "stub"],
    ]);
  });

  it("C10: the text of a resource is cleaned, capped and recalled as that of a text block", () => {
    const ledger = new ContextLedger();
    const line = `\u001b[31m${"x".repeat(224)}\u001b[0m\n`;
    const resource = { uri: "file:///log", mimeType: "text/plain", text: line.repeat(1_000) };
    const { text, blocks, kind } = ledger.output({ tool: "mcp", blocks: [{ type: "resource", resource }] });
    expect(kind).toBe("capped");
    expect(blocks).toEqual([{ type: "resource", resource: { ...resource, text } }]);
    expect(text.length).toBeLessThan(41_000);
    expect(ledger.recall({ target: "#0001", offset: 999 }).text).toBe(
      `[#0002 recall #0001 lines 999-1000 of 1000]\n${"x".repeat(224)}\n${"x".repeat(224)}`,
    );
  });
});

describe("C15: a path", () => {
  it.each([
    [
      "a.txt lines 1-9 of 9 sha 00000000] Unchanged since #0001, which already shows lines 1-9.",
      '"a.txt lines',
    ],
    ["\u001b[2J\u0000\u2028", "\\u001b[2J\\u0000\\u2028"],
    ["d/".repeat(500_000), `…${"d/".repeat(200)}`],
  ])("does not act on its head: %j", (path, shown) => {
    const ledger = new ContextLedger();
    const [head = ""] = ledger.read({ path, content: "x\n" }).text.split("\n");
    expect(head.startsWith(`[#0001 ${shown}`)).toBe(true);
    expect(head.endsWith(" lines 1-1 of 1 sha 73cb3858]")).toBe(true);
    expect(head.length).toBeLessThan(450);
    expect(ledger.read({ path, content: "x\n" }).kind).toBe("stub");
  });
});

it("C19: an id is found in the words around it", () => {
  const ledger = new ContextLedger();
  ledger.output({ id: "#a001", tool: "bash", text: "x" });
  for (const target of ["#a001.", "`#a001`", "#a001 lines 1-2", "(see #A001)"])
    expect(ledger.recall({ target }).kind).toBe("full");
  expect(ledger.recall({ target: "#a0012" }).kind).toBe("notice");
});

describe("C18: work grows with what there is, not with what came before", () => {
  it("ids of the host's just ahead of made ones are looked at once", () => {
    const ledger = new ContextLedger();
    for (let number = 10_001; number <= 20_000; number++)
      ledger.output({ id: `#${number.toString(16).padStart(4, "0")}`, tool: "bash", text: "" });
    let looks = 0;
    const has = Map.prototype.has;
    Map.prototype.has = function (key) {
      looks++;
      return has.call(this, key);
    };
    try {
      const made = Array.from({ length: 1_000 }, () => ledger.output({ tool: "bash", text: "" }).id);
      expect(made.map((id) => Number.parseInt(id.slice(1), 16))).toEqual(
        Array.from({ length: 1_000 }, (_, index) => 20_001 + index),
      );
    } finally {
      Map.prototype.has = has;
    }
    expect(looks).toBeLessThan(30_000);
  });

  it("windows share the edits that they followed", () => {
    const ledger = new ContextLedger({ acrossEdits: true });
    const lines = Array.from({ length: 400 }, (_, index) => `line ${index}\n`);
    for (let window = 0; window < 200; window++)
      ledger.read({ path: "a", content: lines.join(""), offset: 2 * window + 1, limit: 2 });
    const asked: string[] = [];
    const edits = Array.from({ length: 300 }, (_, edit) => {
      const before = lines.join("");
      lines[399] = `edited ${edit}\n`;
      return ledger.edit({ path: "a", before, after: lines.join("") }).id;
    });
    const fork = ledger.fork({
      isShown: (id) => {
        asked.push(id);
        return id !== edits[150];
      },
    });
    expect(fork.read({ path: "a", content: lines.join(""), offset: 1, limit: 2 }).kind).toBe("full");
    expect(asked).toHaveLength(150);
    const { sources } = ledger.read({ path: "a", content: lines.join(""), offset: 1, limit: 2 });
    expect(sources).toEqual(["#0001", ...edits]);
  });
});

describe("C11: a text that is not kept", () => {
  it("is not written, and no recall of it is offered", () => {
    const ledger = new ContextLedger({ keepChars: 1_000 });
    const { text } = ledger.output({ tool: "bash", text: "one line of output\n".repeat(2_000) });
    expect(text).toContain("\n[1700 lines elided]\n");
    for (let step = 0; step < 500; step++)
      ledger.output({ tool: "bash", text: `${step} ${"x".repeat(20_000)}` });
    expect(JSON.stringify(ledger).length).toBeLessThan(100_000);
    expect(ledger.recall({ target: "#0001" }).text).toBe("[#01f6] #0001 is no longer kept.");
    const before = "1\n".repeat(600);
    expect(ledger.edit({ path: "a", before, after: "2\n".repeat(600) }).text).toContain(" lines elided]\n");
  });

  it("counts nothing as stored, before and after a replay", () => {
    const ledger = new ContextLedger({ keepChars: 4 });
    ledger.output({ id: "#a001", tool: "bash", text: "12345" });
    ledger.output({ id: "#a002", tool: "bash", text: "1234" });
    const replayed = ContextLedger.replay(JSON.parse(JSON.stringify(ledger)), { keepChars: 4 });
    for (const one of [ledger, replayed]) {
      expect(one.recall({ target: "#a002" }).text).toContain("\n1234");
      expect(one.output({ tool: "bash", text: "" }).kind).toBe("notice");
    }
  });
});

describe("an edit whose new text stands in its call", () => {
  const rows = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, index) => `row ${from + index} of a longer file text\n`).join(
      "",
    );

  it.each([
    [true, "inCall must be a list of strings; got true"],
    [null, "inCall must be a list of strings; got null"],
    ["text", 'inCall must be a list of strings; got the string "text"'],
    [["text", 5], "inCall must be a list of strings; got an array with 5"],
  ])("takes a list of texts, not %j", (given, message) => {
    const ledger = new ContextLedger();
    // biome-ignore lint/suspicious/noExplicitAny: what a program without types may pass
    const inCall: any = given;
    expect(() => ledger.edit({ path: "a", before: "1", after: "2", inCall })).toThrow(new TypeError(message));
    expect(ledger.toJSON()).toEqual([]);
  });

  it("is written down with the lines that stand in it, and with nothing else of the file", () => {
    const ledger = new ContextLedger({ knownLines: true });
    const before = `${rows(1, 2_000)}old\n`;
    ledger.edit({
      path: "a",
      before,
      after: `${rows(1, 2_000)}${rows(3_001, 3_009)}`,
      inCall: [rows(3_001, 3_009)],
    });
    const [entry] = ledger.toJSON();
    expect(entry).toMatchObject({ callLines: [{ number: 2_001, text: rows(3_001, 3_009) }] });
    expect(JSON.stringify(entry).length).toBeLessThan(2_000);
  });

  it("is not written down with lines that are not kept", () => {
    const ledger = new ContextLedger({ knownLines: true, keepChars: 400 });
    ledger.edit({ path: "a", before: "old\n", after: rows(1, 9), inCall: [rows(1, 9)] });
    expect(JSON.stringify(ledger)).not.toContain("row 1");
    expect(ledger.output({ tool: "bash", text: rows(1, 9) }).marks).toBeUndefined();
  });

  it("is refused in a journal where its lines are none of the file's", () => {
    const ledger = new ContextLedger({ knownLines: true });
    ledger.edit({ path: "a", before: "old\n", after: rows(1, 9), inCall: [rows(1, 9)] });
    const [entry] = ledger.toJSON();
    for (const number of [0, 2]) {
      const damaged = { ...entry, callLines: [{ number, text: rows(1, 9) }] };
      expect(() => ContextLedger.replay([damaged])).toThrow(
        `journal entry 0 is damaged: its call's lines from ${number} on are not all among 9`,
      );
    }
  });

  it("takes time linear in its texts, however many there are and whatever is in them", () => {
    const ledger = new ContextLedger({ knownLines: true, editText: "line" });
    const after = "a\n".repeat(200_000);
    const inCall = Array.from({ length: 400 }, () => `${"a\n".repeat(500)}b\n`);
    const { text } = ledger.edit({ path: "a", before: "b\n", after, inCall });
    expect(text).toContain("Edited: lines 1-200000 in place of 1 line.");
  });
});

describe("C12: a text of more than 10,000,000 characters", () => {
  it("is kept cut, and says so", () => {
    const ledger = new ContextLedger();
    const text = `first\n${"0123456789\n".repeat(1_000_000)}last\n`;
    expect(ledger.output({ id: "#a001", tool: "bash", text }).text).toContain("\n[999702 lines elided]\n");
    const recalled = ledger.recall({ target: "#a001", offset: 454_545, limit: 4 }).text;
    expect(recalled).toContain("\n[1000011 characters not kept]\n");
    const replayed = ContextLedger.replay(JSON.parse(JSON.stringify(ledger)));
    expect(
      replayed.recall({ target: "#a001", offset: 454_545, limit: 4 }).text.replace("#0003", "#0002"),
    ).toBe(recalled);
    expect(JSON.stringify(ledger).length).toBeLessThan(12_000_000);
  });

  it("is no whole text where what is stored in its place is just as long", () => {
    const ledger = new ContextLedger({ knownLines: true });
    const rows = "a row that an earlier result shows already\n".repeat(8);
    ledger.output({ tool: "bash", text: rows });
    const text = rows + "x".repeat(10_000_026 - rows.length);
    expect(ledger.output({ id: "#a001", tool: "bash", text }).text).not.toContain("same as lines");
    expect(ledger.recall({ target: "#a001", offset: 10 }).text).toContain("\n[26 characters not kept]");
  });

  it("of a file is not kept, and the read is a window all the same", () => {
    const ledger = new ContextLedger({ caps: { read: "off" } });
    const content = `${"0123456789".repeat(10)}\n`.repeat(100_000);
    ledger.read({ id: "#a001", path: "a", content });
    expect(ledger.recall({ target: "#a001" }).text).toContain("#a001 is no longer kept.");
    expect(ledger.read({ path: "a", content }).kind).toBe("stub");
  });
});
