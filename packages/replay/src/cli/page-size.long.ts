import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { jsonLines, scratchCommand } from "../testing/scratch-command.js";

const SESSIONS = 200;
/** Results of the session that is drawn, more than a page shows, and of each other one. */
const MOST_RESULTS = 2_000;
const RESULTS = 40;

/** A session of so many results: files read in windows that overlap, edits, searches, and a build that prints much. */
const session = (number: number, results: number): string => {
  const files = Array.from({ length: 9 }, (_, file) =>
    Array.from({ length: 120 }, (_, line) => `export const value${line} = ${file * line + number};\n`),
  );
  const steps = Array.from({ length: results }, (_, at): object[] => {
    const said = { op: "message", role: "assistant", text: `Step ${at} of session ${number}.` };
    const file = files[at % files.length] ?? [];
    const path = `packages/part-${number % 7}/src/file-${at % files.length}.ts`;
    const content = file.join("");
    if (at % 5 === 4) {
      file[at % 120] = `export const changed${at} = ${at};\n`;
      return [said, { op: "edit", path, before: content, after: file.join(""), result: `Edited ${path}.` }];
    }
    if (at % 5 === 3) {
      const text = file.map((line, row) => `${path}:${row}: ${line}`).join("");
      return [said, { op: "output", tool: "grep", args: { pattern: `value${at}` }, text }];
    }
    if (at % 5 === 2) {
      const text = `${content}warning ${at}\n`.repeat(4);
      return [said, { op: "output", tool: `tool_${at % 31}`, args: { command: `make part-${at}` }, text }];
    }
    return [said, { op: "read", path, content, offset: 1 + ((at * 7) % 60), limit: 60 }];
  });
  return jsonLines(...steps.flat());
};

it("a page of 200 sessions has at most 2 MB, with names too", () => {
  const { folder, start, file } = scratchCommand();
  mkdirSync(join(folder, "sessions"));
  for (let number = 0; number < SESSIONS; number += 1)
    file(join("sessions", `${number}.jsonl`), session(number, number === 100 ? MOST_RESULTS : RESULTS));
  for (const options of [[], ["--names"]]) {
    const { status, stderr } = start("sessions", "--html", "page.html", ...options);
    expect([status, stderr]).toEqual([0, ""]);
    const page = readFileSync(join(folder, "page.html"), "utf8");
    expect(page).toContain("200 conversations");
    expect(page).toContain("further results of the session not shown");
    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
  }
});
