import { expect, it } from "vitest";
import { log, replay } from "../testing/replay-steps.js";
import { type Conclusion, concludeReplay, conclusionLines } from "./conclusion.js";

const conclude = async (steps: readonly object[]): Promise<string[]> => {
  const { totals } = await replay(steps, { verify: true, compare: true });
  const conclusion = concludeReplay(totals, "characters");
  if (!conclusion) throw new Error("nothing was compared");
  return conclusionLines(conclusion);
};

const call = { op: "message", role: "assistant", text: "On." };
const output = (id: string, text: string): object => ({ op: "output", id, tool: "bash", text });

it("of results that share no line there is nothing to gain, and it says why", async () => {
  const steps = [call, output("#a001", "one"), call, output("#a002", "two"), call];
  expect(await conclude(steps)).toEqual([
    "Nothing to gain here: your tools gave 6 characters, messages sends 6 (0.0%), the lean ledger 6 (0.0%).",
    "Why: neither way found lines that came twice and could be named; the results are short already, 3 characters on average.",
    "Checked: no text says anything about an earlier result, so none is false.",
  ]);
});

it("of lines that came twice it says what is saved, and that nothing is lost", async () => {
  const text = Array.from({ length: 40 }, (_, at) => `the line ${at + 1} of a log`).join("\n");
  const lines = await conclude([call, output("#a001", text), call, output("#a002", text), call]);
  expect(lines[0]).toMatch(
    /^Your tools gave 1,660 characters: messages sends 9\d\d \(−4\d\.\d%\), the lean ledger /,
  );
  expect(lines.slice(1)).toEqual([
    "Lossless: both ways; nothing was cut.",
    expect.stringMatching(/^Checked: \d claims about earlier results, 0 false\.$/),
  ]);
});

it("where only caps save, it says so", async () => {
  const [first, lossless] = await conclude([call, output("#a001", log.repeat(10)), call]);
  expect(first).toMatch(/^Your tools gave /);
  expect(lossless).toBe(
    "Lossless: messages. The lean ledger saves by cutting alone; what it cuts can be recalled.",
  );
});

it("says that it cuts where its caps make it longer, as marks cannot name lines that were left out", async () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at} of the log`);
  const steps = Array.from({ length: 12 }, (_, at) => {
    const text = lines.with(1_500, `changed ${at}`).join("\n");
    return [output(`#a0${at + 10}`, text), call];
  });
  const { totals } = await replay([call, ...steps.flat()], { verify: true, compare: true });
  const conclusion = concludeReplay(totals, "characters");
  if (!conclusion) throw new Error("nothing was compared");
  expect(conclusion.leanUncut).toBeLessThan(conclusion.lean);
  expect(conclusion.shortened).toBeGreaterThan(0);
  expect(conclusionLines(conclusion)[1]).toMatch(
    /^Lossless: messages\. The lean ledger is at −\d\d\.\d% with nothing cut; what it cuts can be recalled\.$/,
  );
});

it("of lines that came twice and save next to nothing says so, and of one character that it is one", async () => {
  const text = Array.from({ length: 20 }, (_, at) => `the line ${at + 1} of a log`).join("\n");
  const long = Array.from({ length: 90 }, (_, at) => `another line, the one that is number ${at}`).join("\n");
  const [first, why] = await conclude([
    ...[call, output("#a001", text), call, output("#a002", text), call],
    ...Array.from({ length: 20 }, (_, at) => [
      output(`#b0${at + 10}`, long.replaceAll("another", `another ${at}`)),
      call,
    ]).flat(),
  ]);
  expect(first).toMatch(/^Nothing to gain here: /);
  expect(why).toBe("Why: what came twice was named, which with its cost saves less than 1% of all.");
  expect((await conclude([call, output("#a001", "x"), call]))[0]).toContain("your tools gave 1 character,");
});

it("names what is lossless of the lean ledger, and counts what is false", () => {
  const conclusion: Conclusion = {
    ...{
      unit: "tokens",
      results: 9,
      given: 1_000,
      messages: 800,
      lean: 600,
      leanUncut: 700,
      shortened: 1,
      reworded: 0,
      overwritten: 0,
    },
    ...{ checked: 5, wrong: 2, reasons: [] },
  };
  expect(conclusionLines(conclusion)).toEqual([
    "Your tools gave 1,000 tokens: messages sends 800 (−20.0%), the lean ledger 600 (−40.0%).",
    "Lossless: messages. The lean ledger is at −30.0% with nothing cut; what it cuts can be recalled.",
    "Checked: 5 claims about earlier results, 2 false.",
  ]);
});

it("says what the lean ledger leaves out where it cuts nothing: what tools put around lines and outputs", async () => {
  const before = Array.from({ length: 60 }, (_, at) => `the line ${at + 1} of a file\n`).join("");
  const after = before.replace("line 7", "line seven");
  const read = { op: "read", path: "a", content: before };
  const lines = await conclude([
    ...[call, { ...read, id: "#a001" }, call],
    { op: "edit", id: "#a002", path: "a", before, after, result: `The file is now:\n${after}` },
    ...[call, { op: "output", id: "#a003", tool: "bash", text: "one\rtwo" }, call],
  ]);
  // All of the edit's result but the ledger's line, and what a screen no longer shows.
  const reworded =
    `The file is now:\n${after}`.length - 1 - "[#a002] Edited: line 7 changed.".length + "one\r".length;
  expect(lines[1]).toBe(
    `Lossless: messages, but for 4 characters that a terminal overwrites; with the lean ledger all lines of files and of outputs, as nothing was cut. The ledger leaves out or rewords ${reworded.toLocaleString("en")} characters of other text, such as results of edits, numbers and headers of reads, and what a terminal overwrites.`,
  );
});

it("of a lean ledger that cuts and saves nothing says so", () => {
  const conclusion: Conclusion = {
    ...{ unit: "characters", results: 9, given: 1_000, messages: 800, lean: 1_000, leanUncut: 1_100 },
    ...{ shortened: 1, reworded: 1, overwritten: 0, checked: 0, wrong: 0, reasons: [] },
  };
  expect(conclusionLines(conclusion)[1]).toBe(
    "Lossless: messages. The lean ledger saves nothing; what it cuts can be recalled. The ledger leaves out or rewords 1 character of other text, such as results of edits, numbers and headers of reads, and what a terminal overwrites.",
  );
});

it("a replay that did not compare comes to nothing", async () => {
  const { totals } = await replay([output("#a001", "one")], { verify: true });
  expect(concludeReplay(totals, "characters")).toBeUndefined();
});
