import { describe, expect, it } from "vitest";
import { ContextLedger } from "./context-ledger.js";
import type { JournalEntry } from "./journal/entry.js";

// biome-ignore lint/suspicious/noExplicitAny: what a program without types may pass
const wrong = (value: unknown): any => value;

const read = (ledger: ContextLedger, more: { id?: string; callId?: string } = {}) =>
  ledger.read({ path: "a", content: "one\ntwo\n", ...more });

describe("a fork", () => {
  it("C2: asks its own isShown, not that of the first", () => {
    const trunk = new Set(["call-1"]);
    const branch = new Set(["call-1"]);
    const ledger = new ContextLedger({ isShown: (_, callId = "") => trunk.has(callId) });
    read(ledger, { callId: "call-1" });
    const fork = ledger.fork({ isShown: (_, callId = "") => branch.has(callId) });
    branch.delete("call-1");
    expect(read(fork).kind).toBe("full");
    expect(read(ledger).kind).toBe("stub");
  });

  it("C2: of a ledger that has isShown must have one of its own", () => {
    const ledger = new ContextLedger({ isShown: () => true });
    expect(() => ledger.fork()).toThrow(
      new TypeError("a fork must have an isShown of its own, where the ledger has one; got undefined"),
    );
    expect(() => ledger.fork(wrong({ isShown: false }))).toThrow("isShown must be a function; got false");
    expect(() => ledger.fork(wrong({ isshown: () => true }))).toThrow(
      'unknown option of a fork "isshown"; there are isShown, onEntry',
    );
    expect(() => ledger.fork(wrong(null))).toThrow("a fork's options must be an object");
  });

  it("C2: may have a journal of its own", () => {
    const trunk: JournalEntry[] = [];
    const branch: JournalEntry[] = [];
    const ledger = new ContextLedger({ onEntry: (entry) => trunk.push(entry) });
    read(ledger, { id: "#a001" });
    const fork = ledger.fork({ onEntry: (entry) => branch.push(entry) });
    const before = fork.toJSON();
    read(fork, { id: "#a002" });
    expect(trunk.map((entry) => "id" in entry && entry.id)).toEqual(["#a001"]);
    expect(branch.map((entry) => "id" in entry && entry.id)).toEqual(["#a002"]);
    expect([...before, ...branch]).toEqual(fork.toJSON());
  });
});

describe("C3: dangling", () => {
  it("names the stubs whose results are forgotten", () => {
    const ledger = new ContextLedger();
    read(ledger, { id: "#a001" });
    read(ledger, { id: "#a002" });
    expect(ledger.dangling()).toEqual([]);
    ledger.forget(["#a001"]);
    expect(ledger.dangling()).toEqual(["#a002"]);
    ledger.forget(ledger.dangling());
    expect(ledger.dangling()).toEqual([]);
  });

  it("names the stubs whose results a compaction took away", () => {
    const ledger = new ContextLedger();
    read(ledger, { id: "#a001" });
    read(ledger, { id: "#A002" });
    ledger.compact({ kept: ["#a002"] });
    expect(ledger.dangling()).toEqual(["#A002"]);
  });

  it("names what the host does not show any more, and nothing that is not shown itself", () => {
    const shown = new Set(["1", "2"]);
    const ledger = new ContextLedger({ isShown: (_, callId = "") => shown.has(callId) });
    read(ledger, { id: "#a001", callId: "1" });
    read(ledger, { id: "#a002", callId: "2" });
    shown.delete("1");
    expect(ledger.dangling()).toEqual(["#a002"]);
    shown.delete("2");
    expect(ledger.dangling()).toEqual([]);
  });

  it("goes through an image that stands elsewhere, and through edits", () => {
    const ledger = new ContextLedger({ acrossEdits: true });
    const image = { type: "image", mimeType: "image/png", data: "QUJD" };
    const list = (id: string) => ledger.output({ id, tool: "list", blocks: [image] });
    ledger.output({ id: "#a001", tool: "shot", blocks: [image] });
    list("#a002");
    expect(list("#a003").text).toBe("[#a003] Same result as #a002.");
    read(ledger, { id: "#b001" });
    ledger.edit({ id: "#b002", path: "a", before: "one\ntwo\n", after: "one\n2\n" });
    ledger.read({ id: "#b003", path: "a", content: "one\n2\n" });
    ledger.forget(["#a001", "#b002"]);
    expect(ledger.dangling()).toEqual(["#a002", "#a003", "#b003"]);
  });

  it("does not name a recall: its text says nothing of what is shown", () => {
    const ledger = new ContextLedger();
    read(ledger, { id: "#a001" });
    ledger.recall({ id: "#a002", target: "#a001" });
    ledger.forget(["#a001"]);
    expect(ledger.dangling()).toEqual([]);
  });
});

describe("C4: seen", () => {
  it("is undefined where what showed the file is forgotten", () => {
    const ledger = new ContextLedger();
    read(ledger, { id: "#a001" });
    ledger.forget(["#a001"]);
    expect(ledger.seen("a")).toBeUndefined();
  });

  it("is undefined where the content came by a read that showed none of it", () => {
    const ledger = new ContextLedger();
    read(ledger);
    ledger.read({ path: "a", content: "other\n", offset: 9 });
    expect(ledger.seen("a")).toBeUndefined();
    ledger.edit({ path: "a", before: "1\n", after: "1\n" });
    expect(ledger.seen("a")).toBeUndefined();
  });

  it("says whether all lines are shown", () => {
    const ledger = new ContextLedger();
    const part = (offset: number, limit: number) =>
      ledger.read({ path: "a", content: "1\n2\n3\n4\n", offset, limit });
    part(3, 2);
    expect(ledger.seen("a")?.whole).toBe(false);
    part(1, 1);
    expect(ledger.seen("a")?.whole).toBe(false);
    part(2, 2);
    expect(ledger.seen("a")).toMatchObject({ whole: true, written: false });
    ledger.read({ path: "empty", content: "" });
    expect(ledger.seen("empty")?.whole).toBe(true);
  });

  it("says whether the last step on the file was the session's own change", () => {
    const ledger = new ContextLedger();
    read(ledger);
    ledger.edit({ id: "#e001", path: "a", before: "one\ntwo\n", after: "one\n" });
    expect(ledger.seen("a")).toMatchObject({ windows: [], whole: false, written: true });
    ledger.read({ path: "a", content: "one\n", offset: 9 });
    expect(ledger.seen("a")).toMatchObject({ windows: [], whole: false, written: false });
    ledger.forget(["#e001"]);
    expect(ledger.seen("a")).toBeUndefined();
  });
});

describe("C5: isShown", () => {
  it.each([
    [async () => false, "a promise"],
    [() => undefined, "undefined"],
    [() => 1, "1"],
  ])("must answer true or false: %s", (isShown, given) => {
    const ledger = new ContextLedger({ isShown: wrong(isShown) });
    read(ledger);
    expect(() => read(ledger)).toThrow(
      new TypeError(`isShown must answer true or false, at once; got ${given}`),
    );
  });
});

describe("C6: retain", () => {
  it("forgets all that is not named, by ids", () => {
    const ledger = new ContextLedger();
    read(ledger, { id: "#A001" });
    ledger.output({ id: "#a002", tool: "list", text: "x" });
    ledger.retain(["#a002", "#ffff"]);
    expect(read(ledger).kind).toBe("full");
    expect(ledger.output({ tool: "list", text: "x" }).kind).toBe("stub");
    expect(ledger.recall({ target: "#a001" }).text).toContain("1: one");
  });

  it("takes call ids, as forget does", () => {
    const ledger = new ContextLedger();
    read(ledger, { id: "#a001", callId: "call-1" });
    ledger.retain({ callIds: ["call-1", "call-9"] });
    expect(read(ledger, { callId: "call-2" }).kind).toBe("stub");
    ledger.forget({ callIds: ["call-1"], ids: ["#ffff"] });
    expect(read(ledger).kind).toBe("full");
    ledger.retain([]);
    expect(read(ledger).kind).toBe("full");
  });

  it("journals nothing where nothing goes", () => {
    const ledger = new ContextLedger();
    read(ledger, { id: "#a001" });
    ledger.retain(["#a001"]);
    ledger.forget({ callIds: ["none"] });
    expect(ledger.toJSON()).toHaveLength(1);
  });

  it("names nothing that the conversation never got, after a restart", () => {
    const ledger = new ContextLedger();
    read(ledger, { callId: "call-1" });
    const saved: string[] = [];
    const restarted = ContextLedger.replay(JSON.parse(JSON.stringify(ledger)));
    restarted.retain({ callIds: saved });
    expect(read(restarted).kind).toBe("full");
  });

  it.each<[unknown, string]>([
    ["#a001", 'results are named like ["#a001"] or { callIds: ["call-1"] }; got the string "#a001"'],
    [null, "results are named like"],
    [["a001"], 'an id must be "#" and at least four hex digits, like "#a001"; got the string "a001"'],
    [{ callIds: "call-1" }, 'callIds must be a list of strings; got the string "call-1"'],
    [{ calls: [] }, 'unknown way to name results "calls"; there are ids, callIds'],
    [{}, "results are named by ids, by callIds, or by both; got neither"],
    [{ callIds: undefined }, "results are named by ids, by callIds, or by both; got neither"],
  ])("names results as lists: %j", (results, message) => {
    const ledger = new ContextLedger();
    expect(() => ledger.retain(wrong(results))).toThrow(message);
    expect(() => ledger.forget(wrong(results))).toThrow(message);
  });
});

describe("rewind", () => {
  it("C7: goes to before the first step by null", () => {
    const ledger = new ContextLedger();
    read(ledger, { id: "#a001" });
    ledger.forget(["#a001"]);
    ledger.rewind(null);
    expect(ledger.toJSON()).toEqual([]);
    expect(read(ledger, { id: "#a001" }).kind).toBe("full");
    expect(read(ContextLedger.replay(JSON.parse(JSON.stringify(ledger)))).kind).toBe("stub");
  });

  it("C7: is in the journal, so that a replay of it goes back too", () => {
    const journal: JournalEntry[] = [];
    const ledger = new ContextLedger({ onEntry: (entry) => journal.push(entry) });
    read(ledger, { id: "#a001" });
    ledger.rewind(null);
    expect(ContextLedger.replay(JSON.parse(JSON.stringify(journal))).toJSON()).toEqual([]);
  });
});

describe("C13: while a step is applied", () => {
  it.each<[string, (ledger: ContextLedger) => unknown]>([
    ["output", (ledger) => ledger.output({ tool: "bash", text: "inner" })],
    ["insert", (ledger) => ledger.insert({ op: "read", path: "a", content: "" })],
    ["forget", (ledger) => ledger.forget(["#0001"])],
    ["retain", (ledger) => ledger.retain([])],
    ["rewind", (ledger) => ledger.rewind(null)],
    ["compact", (ledger) => ledger.compact()],
  ])("%s is refused, and the ledger goes on", (_, inner) => {
    let errors = 0;
    const ledger: ContextLedger = new ContextLedger({
      onEntry: () => {
        try {
          inner(ledger);
        } catch (error) {
          expect(String(error)).toContain("a step is being applied");
          errors++;
        }
      },
    });
    expect(read(ledger).id).toBe("#0001");
    expect(read(ledger).id).toBe("#0002");
    expect(errors).toBe(2);
  });
});

describe("C14: an entry of the journal", () => {
  it("cannot be changed, by whoever has it", () => {
    const given: JournalEntry[] = [];
    const ledger = new ContextLedger({ onEntry: (entry) => given.push(entry) });
    const { text } = ledger.output({ id: "#a001", tool: "bash", text: "kept" });
    for (const entry of [...given, ...ledger.toJSON(), ...ledger.fork().toJSON()]) {
      expect(() => Object.assign(entry, { text: "x" })).toThrow(TypeError);
      expect(() => "characters" in entry && Object.assign(entry.characters, { given: 0 })).toThrow(TypeError);
    }
    expect(ledger.fork().recall({ target: "#a001" }).text).toContain(text.split("\n")[1]);
  });

  it("is copied where it is replayed", () => {
    const ledger = new ContextLedger();
    ledger.output({ id: "#a001", tool: "bash", text: "kept" });
    const entries = JSON.parse(JSON.stringify(ledger));
    const replayed = ContextLedger.replay(entries);
    entries[0].text = "x";
    expect(replayed.recall({ target: "#a001" }).text).toContain("kept");
  });
});

describe("C16: what has no such name is refused by its own", () => {
  const ledger = new ContextLedger();
  it.each<[string, () => unknown, string]>([
    [
      "a part of a read",
      () => ledger.read(wrong({ path: "a", content: "", offest: 3 })),
      'unknown part of read "offest"; there are op, id, callId, path, content, offset',
    ],
    [
      "a part of an edit",
      () => ledger.edit(wrong({ path: "a", after: "", clean: true })),
      'unknown part of edit "clean"',
    ],
    ["a list for a step", () => ledger.output(wrong([])), "a step must be an object"],
    [
      "a list to compact",
      () => ledger.compact(wrong(["#a001"])),
      'compact must be an object like { kept: ["#a001"] }; got an array',
    ],
    [
      "a part of compact",
      () => ledger.compact(wrong({ keep: [] })),
      'unknown part of compact "keep"; there are kept, edits',
    ],
    [
      "lines of output for read",
      () => new ContextLedger(wrong({ caps: { read: { maxLines: 1 } } })),
      'unknown bound of read "maxLines"; there are pageLines, pageChars',
    ],
    [
      "a page for bash",
      () => new ContextLedger(wrong({ caps: { bash: { pageLines: 1 } } })),
      'unknown budget "pageLines"; there are maxLines',
    ],
    [
      "a page for all",
      () => new ContextLedger(wrong({ cap: { pageLines: 1 } })),
      'unknown budget "pageLines"',
    ],
    [
      "no bounds",
      () => new ContextLedger(wrong({ caps: { recall: null } })),
      "caps.recall must be an object like { pageLines: 500 }; got null",
    ],
    [
      "a page of null",
      () => new ContextLedger(wrong({ pageLines: null })),
      "pageLines must be a number; got null",
    ],
    [
      "no step",
      () => ledger.insert(wrong(undefined)),
      "op must be one of read, edit, write, output, recall; got undefined",
    ],
    [
      "another step",
      () => ledger.insert(wrong({ op: "toString" })),
      'op must be one of read, edit, write, output, recall; got the string "toString"',
    ],
  ])("%s", (_, act, message) => {
    expect(act).toThrow(message);
    expect(act).toThrow(TypeError);
  });
});

describe("insert", () => {
  it("takes a step of any kind, as the method of its name does", () => {
    const one = new ContextLedger();
    const other = new ContextLedger();
    const before = "one\n";
    const after = "two\n";
    expect([
      one.insert({ op: "read", path: "a", content: before }),
      one.insert({ op: "edit", path: "a", before, after }),
      one.insert({ op: "write", path: "b", after }),
      one.insert({ op: "output", tool: "bash", text: "x" }),
      one.insert({ op: "recall", target: "#0001" }),
    ]).toEqual([
      other.read({ path: "a", content: before }),
      other.edit({ path: "a", before, after }),
      other.write({ path: "b", after }),
      other.output({ tool: "bash", text: "x" }),
      other.recall({ target: "#0001" }),
    ]);
    expect(one.toJSON()).toEqual(other.toJSON());
  });
});
