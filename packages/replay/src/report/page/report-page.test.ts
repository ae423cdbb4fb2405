import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SessionTrace } from "../../session-trace.js";
import { replay } from "../../testing/replay-steps.js";
import type { Disclosure, Report } from "../report.js";
import type { ReportParts } from "../report-text.js";
import { policyInWords } from "./policy-words.js";
import { reportPage } from "./report-page.js";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");

const said = (text: string): object => ({ op: "message", role: "assistant", text });

/** The page of a recording of these values. */
const pageOf = async (
  steps: readonly unknown[],
  disclosure: Disclosure = {},
  parts: ReportParts = { unit: "characters" },
): Promise<string> => {
  let largest: SessionTrace | undefined;
  const recording = await replay(steps, {
    ...{ verify: true, compare: true },
    onSession: (session) => {
      largest = session;
    },
  });
  const { totals, problems } = recording;
  const report: Report = { title: "", totals, problems, recordings: [recording], interrupted: undefined };
  return reportPage(report, parts, largest, disclosure);
};

const headlineOf = (page: string): string | undefined => /<h1>(.*)<\/h1>/.exec(page)?.[1];

/** Words of a recording that nothing else has, each in a place of its own. */
const word = (place: string): string => `zq${place}zq`;

const lines = Array.from({ length: 40 }, (_, at) => `${word("text")} line ${at} of the output`).join("\n");
const content = Array.from({ length: 40 }, (_, at) => `${word("content")} ${at}\n`).join("");

/** A session that has a word of its own wherever one may stand. */
const worded: readonly unknown[] = [
  { op: "message", role: "user", text: word("asked"), id: word("messageid") },
  said(word("said")),
  {
    op: "write",
    path: `/home/${word("user")}/${word("path")}`,
    after: content,
    in_call: true,
    result: word("written"),
  },
  said("x"),
  { op: "read", path: `/home/${word("user")}/${word("path")}`, content, result: content },
  said("x"),
  {
    op: "output",
    tool: "mcp__notes__add",
    args: { [word("argument")]: lines, command: word("command") },
    text: "ok",
  },
  said("x"),
  { op: "output", tool: "show", args: { [word("key")]: word("value") }, text: `${lines}\n${word("end")}` },
  said("x"),
  {
    op: "edit",
    path: word("edited"),
    before: content,
    after: content.replace("7", word("after")),
    result: "Done.",
  },
  { op: word("op"), path: word("odd") },
  { op: "read", path: 5, content: word("unplaced") },
  { op: "recall", target: word("target") },
  said(word("last")),
];

/** The words in a text. */
const wordsIn = (text: string): string[] => [...new Set(text.match(/zq[a-z]+zq/g) ?? [])].sort();

describe("the page of a report", () => {
  it("has of a session numbers and names of tools alone", async () => {
    const page = await pageOf(worded);
    expect(page).toContain("mcp__notes__add");
    expect(page).toContain("an argument in the call of");
    expect(wordsIn(page)).toEqual([]);
  });

  it("has paths, commands and names of arguments with `--names`, and no text", async () => {
    const words = wordsIn(await pageOf(worded, { names: true }));
    expect(words).toEqual(
      expect.arrayContaining(["argument", "command", "edited", "path", "user"].map(word)),
    );
    const texts = ["asked", "content", "end", "last", "said", "text", "value", "written"].map(word);
    expect(words.filter((each) => texts.includes(each))).toEqual([]);
  });

  it("takes secrets out of everything that a recording may word", async () => {
    const secret = `${"ghp"}_${"a1".repeat(18)}`;
    const stub = "Unchanged since #a001, which already shows lines 1-2.";
    const shown = (id: string, text: string, result: string): object => ({
      ...{ op: "read", id, path: `${secret}/a`, content: text },
      result: `[${id} ${secret}/a lines 1-2 of 2 sha 11111111] ${result}`,
    });
    const page = await pageOf(
      [
        said("x"),
        shown("#a001", "one\ntwo\n", "\n1: one\n2: two"),
        shown("#a002", "one\nTWO\n", stub),
        { op: "output", tool: `call ${secret}`, args: { command: secret }, text: secret },
        { op: secret },
        said("x"),
      ],
      { names: true, texts: true },
    );
    expect(page).toContain("False, as recorded: ");
    expect(page).toContain("call [secret taken out]");
    expect(page).not.toContain("a1a1a1");
  });

  it("says in its headline what the results would have been", async () => {
    const twice = [said("x"), { op: "output", tool: "bash", text: lines }, said("x")];
    expect(headlineOf(await pageOf([...twice, ...twice]))).toMatch(
      /^With lembas, the results of your tools would have been [\d.]+% shorter; with its lean ledger, [\d.]+% shorter\.$/,
    );
    const once = [said("x"), { op: "output", tool: "bash", text: "ok" }, said("x")];
    expect(headlineOf(await pageOf(once))).toBe(
      "Nothing to gain here: with lembas, the results of your tools would have been as long as before; with its lean ledger, as long as before.",
    );
  });

  it("says that it is lossless only as far as it is", async () => {
    const plain = [said("x"), { op: "output", tool: "bash", text: lines }, said("x")];
    const drawn = [said("x"), { op: "output", tool: "bash", text: `10%\r20%\r${lines}` }, said("x")];
    const overwrites = ", lossless but for what a terminal overwrites</dd>";
    expect(await pageOf(plain)).toContain(", lossless</dd>");
    expect(await pageOf(drawn)).toContain(overwrites);
  });

  it("has money where prices are known", async () => {
    const prices = { currency: "<$>", input: 3_000, cacheRead: 300, cacheWrite: 3_750 };
    const page = await pageOf(
      [said("x"), { op: "output", tool: "bash", text: lines }, said("x")],
      {},
      {
        unit: "characters",
        prices,
      },
    );
    expect(page).toMatch(/<dt>input of all calls, in &lt;\$&gt;<\/dt><dd class="large">[\d.]+<\/dd>/);
  });

  it("has one line for policies under which the conversation is as long at every call, with all in the table", async () => {
    const page = await pageOf([said("x"), { op: "output", tool: "bash", text: "ok" }, said("x")]);
    expect(page.match(/<polyline /g)).toHaveLength(2);
    expect(page).toMatch(/>as recorded, lean, messages \+10<\/text>/);
    const lengths = /<table><caption><span>The length of the conversation[\s\S]*?<\/table>/.exec(page)?.[0];
    expect(lengths?.match(/<tr/g)).toHaveLength(15);
  });

  it("says of each policy what it does", async () => {
    const { totals } = await replay(worded, { compare: true, variants: true });
    const names = totals.policies.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(14);
    expect(names.filter((name) => policyInWords(name) === undefined)).toEqual([]);
  });

  it("has policies that the README has rows for, with a star where they change what was sent", async () => {
    const { totals } = await replay(worded, { compare: true });
    const rows = totals.policies.map(({ name, rewritesSent }) => `${name}${rewritesSent ? " \\*" : ""}`);
    const table = /^\| Policy .*\n(?:\|.*\n)+/m.exec(readme)?.[0] ?? "";
    const names = [...table.matchAll(/^\| (.*?) *\|/gm)].map(([, name]) => name);
    expect(names.slice(2)).toEqual(rows);
  });

  it("names the same lines once, with how often, and breaks names behind their underscores", async () => {
    const twice = `${lines}\nbetween\n${lines}`;
    const page = await pageOf(
      ["first", "second", "third"]
        .flatMap((end, at) => [
          said("x"),
          { op: "output", tool: "mcp__a__b_c", args: { at }, text: at === 0 ? lines : `${twice}\n${end}` },
        ])
        .concat(said("x")),
    );
    expect(page).toMatch(/lines 1 to 40 of <a href="#r1">result 1<\/a> \(2 times\)/);
    expect(page).toContain("<bdi>mcp__<wbr>a__<wbr>b_<wbr>c</bdi>");
  });

  it("keeps names short, in the order of their words, whatever they are", async () => {
    const tools = ["x".repeat(100_000), "\u202eabc\u0000\ud83d", "אב_ג", "]]></svg><script>", "W".repeat(40)];
    const page = await pageOf(
      tools.flatMap((tool) => [said("x"), { op: "output", tool, args: {}, text: "ok" }]).concat(said("x")),
    );
    expect(page.length).toBeLessThan(60_000);
    expect(page).toContain("\\u{202e}abc\\u{0}");
    expect(page).not.toMatch(/[\u0000\u202e]|<script/);
    expect(page.isWellFormed()).toBe(true);
    expect(page).toContain("\u2068אב_ג\u2069: 2 characters");
    expect(page).toContain("<bdi>אב_<wbr>ג</bdi>");
    expect(page).toContain("WWWWW…WWWWW</text>");
  });
});
