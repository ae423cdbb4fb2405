import { createHash } from "node:crypto";
import type { Step } from "./conversations.js";

/** A call, and the texts of its result as they were given and as they are sent. */
export interface Sent {
  readonly step: Step;
  readonly given: readonly string[];
  readonly sent: readonly string[];
}

const MARK =
  /^\[(?:lines (?<a>\d+)-(?<b>\d+)|(?<n>\d+) lines) same as lines (?<c>\d+)-(?<d>\d+) of (?:"(?<argument>[^"]+)" in the call of )?(?<id>#[0-9a-f]+)(?:, from ".*)?\]$/s;

/** Rows that stand in the conversation, by a number that they may be named by: their place, or what stands before them. */
type Board = Map<number, string[]>;

const put = (board: Board, number: number, row: string): void => {
  board.set(number, [...(board.get(number) ?? []), row]);
};

/** What a row may say: itself, or what stands behind a number. */
const meanings = (row: string): string[] => {
  const number = /^ *\d+/.exec(row)?.[0] ?? "";
  const behind = row.slice(number.length);
  const separators = number === "" ? [] : ["→", "\t", ": ", "| ", ":", "|"];
  return [row, ...separators.flatMap((sign) => (behind.startsWith(sign) ? [behind.slice(sign.length)] : []))];
};

/** Of a JSON object with a text `output`, that. */
const unwrap = (texts: readonly string[]): readonly string[] => {
  try {
    const value: unknown = texts.length === 1 ? JSON.parse(texts[0] ?? "") : undefined;
    if (typeof value !== "object" || value === null || !("output" in value)) return texts;
    return typeof value.output === "string" ? [value.output] : texts;
  } catch {
    return texts;
  }
};

/** What is wrong with a conversation as it is sent, read as a model would: its results in order, and nothing else known. */
export const findFaults = (results: readonly Sent[]): string[] => {
  const faults: string[] = [];
  const ids = new Set<string>();
  const boards = new Map<string, Board>();
  for (const [index, { step, given, sent }] of results.entries()) {
    const digest = createHash("sha256").update(step.callId).digest("hex");
    let digits = 6;
    while (ids.has(`#${digest.slice(0, digits)}`)) digits++;
    const id = `#${digest.slice(0, digits)}`;
    ids.add(id);
    const say = (fault: string): void => void faults.push(`result ${index} ${id}: ${fault}`);
    const originals = unwrap(given);
    const [first = "", ...others] = unwrap(sent);
    const isHeaded = first.startsWith(`[${id}]\n`);
    const texts = [isHeaded ? first.slice(id.length + 3) : first, ...others];
    if (!isHeaded) {
      if (given.join("\0") !== sent.join("\0")) say("changed without a head");
      continue;
    }

    const board: Board = new Map();
    let place = 0;
    let piece = -1;
    for (const content of step.content) {
      if (typeof content !== "string") {
        place++;
        continue;
      }
      piece++;
      const lines = (originals[piece] ?? "").split("\n");
      if ((originals[piece] ?? "").trim() === "") {
        if (texts[piece] !== originals[piece]) say("a blank text was changed");
        continue;
      }
      let at = 0;
      const rows = (texts[piece] ?? "").split("\n");
      for (const [position, row] of rows.entries()) {
        if (position === rows.length - 1 && row === "" && lines[at] === "") {
          at++;
          continue;
        }
        const groups = MARK.exec(row)?.groups;
        if (groups === undefined) {
          if (lines[at] !== row) say(`${JSON.stringify(row)} stands for ${JSON.stringify(lines[at])}`);
          at++;
          place++;
          put(board, place, row);
          const number = /^ *(\d+)/.exec(row)?.[1];
          if (number !== undefined) put(board, Number(number), row);
          continue;
        }
        const [c, d] = [Number(groups["c"]), Number(groups["d"])];
        const count = d - c + 1;
        const own = groups["n"] ?? String(Number(groups["b"]) - Number(groups["a"]) + 1);
        if (Number(own) !== count) say(`${row} miscounts`);
        const { argument, id: old = "" } = groups;
        const source = boards.get(argument === undefined ? old : `${old} ${argument}`);
        if (source === undefined) say(`${row} names what is not there`);
        for (let line = 0; line < count; line++) {
          const here = lines[at + line] ?? "";
          const shown = source?.get(c + line)?.flatMap(meanings) ?? [];
          if (!meanings(here).some((meaning) => shown.includes(meaning))) {
            say(`${row}: line ${line + 1}, ${JSON.stringify(here)}, is not shown there`);
          }
          const first = groups["a"];
          if (first !== undefined && !here.trimStart().startsWith(String(Number(first) + line))) {
            say(`${row}: ${JSON.stringify(here)} has another number`);
          }
        }
        at += count;
        place += count;
      }
      if (at !== lines.length) say(`${at} of ${lines.length} lines of text ${piece} stand there`);
    }
    boards.set(id, board);
    for (const [name, value] of Object.entries(step.args)) {
      if (typeof value !== "string") continue;
      const rows = value.split("\n").map((row, at): [number, string[]] => [at + 1, [row]]);
      boards.set(`${id} ${name}`, new Map(rows));
    }
  }
  return faults;
};
