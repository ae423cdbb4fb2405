import { checkText } from "@lembas/arguments";
import { TerminalRow } from "./terminal-row.js";
import { wellFormed } from "./well-formed.js";

/**
 * What terminal text is made of: escape sequences (CSI with its parameters, intermediates and final character;
 * strings; others with theirs), newlines, carriage returns and backspaces, words, and controls that say nothing. Each
 * part of a sequence may be missing and shares no character with the next one, so nothing is ever tried twice.
 */
const TOKENS =
  /\x1b(?:\[([0-?]*)([ -/]*)([@-~])?|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)?|([ -/]*)([0-~])?)|([\n\r\b])|([^\x00-\x08\x0a-\x1f\x7f]+)|[\x00-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]+/g;

/** An escape sequence that has not fully arrived. */
const UNFINISHED = /\x1b(?:\[([0-?]*)([ -/]*)|([\]PX^_])[^\n\x07\x1b]*(\x1b?)|([ -/]*))$/;

/** Where the cursor stands right behind the row's last character, whatever column that is. */
const END = -1;

/** Further than anything is ever written, so that sums stay exact. */
const FARTHEST = 1_000_000_000;

/** How many columns or rows one step may leave blank, and all steps of a text together. */
const LARGEST_GAP = 500;
const ALL_GAPS = 1_000_000;

/** Longer parameters move nothing. */
const LONGEST_PARAMETERS = 100;

/** The screens of a program that takes the whole of it. */
const ALTERNATE_SCREEN = /^\?(?:47|1047|1049)$/;

/** As much of an unfinished sequence as decides what becomes of it. */
const shortenSequence = (sequence: string): string => {
  const [, parameters, between, kind, lastEscape, inside] = UNFINISHED.exec(sequence) ?? [];
  if (kind !== undefined) return `\x1b${kind}${lastEscape ?? ""}`;
  if (parameters === undefined) return inside ? "\x1b " : sequence;
  const short = parameters.length > LONGEST_PARAMETERS ? "?".repeat(LONGEST_PARAMETERS + 1) : parameters;
  return `\x1b[${short}${between ? " " : ""}`;
};

/** Parts a text from the escape sequence at its end that the next piece may go on with. */
const splitUnfinished = (text: string): { whole: string; rest: string } => {
  let at = text.lastIndexOf("\x1b");
  // The last escape may be the end of a string that the one before it began.
  if (at > 0 && at === text.length - 1) at = Math.max(text.lastIndexOf("\x1b", at - 1), 0);
  if (at === -1) return { whole: text, rest: "" };
  const found = UNFINISHED.exec(text.slice(at));
  if (found === null) return { whole: text, rest: "" };
  return { whole: text.slice(0, at + found.index), rest: shortenSequence(found[0]) };
};

/** The words of a program's output that arrives in pieces, as `cleanTerminal` gives them for the whole of it. */
export class TerminalText {
  #rows: TerminalRow[] = [new TerminalRow()];
  /** The first row of the page: what clears the display begins a page, and no movement leaves it. */
  #page = 0;
  #row = 0;
  #column = END;
  /** After a carriage return, until something is written: that takes the place of the whole row. */
  #isReturned = false;
  /** Whether the cursor was sent to the page's first place and is still there. */
  #isHome = false;
  #saved: { row: number; column: number } | undefined;
  #gaps = 0;
  #rest = "";

  /**
   * Adds a piece, which may end anywhere but inside a character.
   *
   * @throws {TypeError} `piece` is not a string
   */
  write(piece: string): void {
    checkText(piece, "piece");
    const { whole, rest } = splitUnfinished(this.#rest + wellFormed(piece));
    this.#rest = rest;
    for (const [, parameters, between, final, inside, other, move, words] of whole.matchAll(TOKENS)) {
      if (words !== undefined) this.#print(words);
      else if (move === "\n") this.#newline();
      else if (move === "\r") this.#return();
      else if (move === "\b") this.#takeBack();
      else if (final !== undefined && between === "") this.#control(final, parameters ?? "");
      else if (other !== undefined && inside === "") this.#escape(other);
    }
  }

  /** The text so far. An escape sequence that has not fully arrived is not in it. */
  get text(): string {
    return this.#rows.map((row) => row.text).join("\n");
  }

  /**
   * Puts another text in the place of what is there: a part of it, for a bound, or one without secrets. The cursor
   * stays as far from the last row as it is; in an empty text it is at the start.
   *
   * @throws {TypeError} `text` is not a string
   */
  replace(text: string): void {
    checkText(text);
    const above = this.#rows.length;
    this.#rows = text.split("\n").map((line) => {
      const row = new TerminalRow();
      row.append(line);
      return row;
    });
    const moved = this.#rows.length - above;
    this.#row = Math.max(0, this.#row + moved);
    this.#page = Math.min(this.#row, Math.max(0, this.#page + moved));
    if (this.#saved) this.#saved = { ...this.#saved, row: Math.max(0, this.#saved.row + moved) };
    if (text !== "") return;
    this.#row = 0;
    this.#column = END;
  }

  #print(words: string): void {
    const row = this.#openRow();
    if (this.#isReturned) {
      row.clear();
      this.#column = END;
    }
    this.#stay();
    let index = 0;
    if (this.#column !== END) ({ column: this.#column, index } = row.overwrite(words, this.#column));
    if (index === words.length && this.#column !== END) return;
    if (this.#column !== END) row.append(" ".repeat(this.#gap(this.#column - row.width, 1)));
    row.append(words.slice(index));
    this.#column = END;
  }

  /** So many columns or rows as are left blank: those asked for, or `least` where that is too many. */
  #gap(asked: number, least: number): number {
    if (asked > LARGEST_GAP || this.#gaps + asked > ALL_GAPS) return least;
    this.#gaps += asked;
    return asked;
  }

  /** The row that the cursor is in; those between it and the last one are opened with it. */
  #openRow(): TerminalRow {
    const between = this.#row - this.#rows.length;
    if (between >= 0) {
      const blank = this.#gap(between, 0);
      for (let count = 0; count <= blank; count++) this.#rows.push(new TerminalRow());
      this.#row = this.#rows.length - 1;
    }
    return this.#rows[this.#row] ?? new TerminalRow();
  }

  /** The cursor's column as a number. */
  #place(): number {
    if (this.#column === END) this.#column = this.#rows[this.#row]?.width ?? 0;
    return this.#column;
  }

  /** Something other than a movement to the page's first place: what was true of the cursor is so no longer. */
  #stay(): void {
    this.#isReturned = false;
    this.#isHome = false;
  }

  #goTo(row: number, column: number): void {
    this.#stay();
    this.#row = Math.min(Math.max(row, this.#page), FARTHEST);
    this.#column = Math.min(Math.max(column, 0), FARTHEST);
  }

  #newline(): void {
    this.#goTo(this.#row + 1, 0);
    if (this.#row !== this.#rows.length) return;
    this.#rows.push(new TerminalRow());
    this.#column = END;
  }

  #return(): void {
    this.#goTo(this.#row, 0);
    this.#isReturned = true;
  }

  #takeBack(): void {
    const row = this.#rows[this.#row];
    if (this.#isReturned) {
      row?.clear();
      this.#column = END;
    }
    this.#stay();
    if (row && (this.#column === END || this.#column === row.width)) {
      row.takeLast();
      this.#column = END;
    } else this.#column = Math.max(0, this.#place() - 1);
  }

  #escape(final: string): void {
    if (final === "7") this.#saved = { row: this.#row, column: this.#place() };
    else if (final === "8" && this.#saved) this.#goTo(this.#saved.row, this.#saved.column);
  }

  #control(final: string, parameters: string): void {
    // The most frequent one by far moves nothing: it is a colour.
    if (final === "m" || parameters.length > LONGEST_PARAMETERS) return;
    if (ALTERNATE_SCREEN.test(parameters) && "hl".includes(final)) {
      this.#beginPage();
      this.#column = 0;
    }
    if (!/^[0-9;]*$/.test(parameters)) return;
    const [first = 0, second = 0] = parameters.split(";").map((digits) => Math.min(Number(digits), FARTHEST));
    if (final === "K") this.#eraseLine(first);
    else if (final === "J") this.#eraseDisplay(first);
    else if (parameters === "" && final === "s") this.#escape("7");
    else if (parameters === "" && final === "u") this.#escape("8");
    else this.#move(final, first || 1, second || 1);
  }

  #move(final: string, count: number, second: number): void {
    const target = this.#target(final, count, second);
    if (target === undefined) return;
    this.#goTo(target.row, target.column ?? this.#place());
    if ("Hdf".includes(final)) this.#isHome = this.#row === this.#page && this.#column === 0;
  }

  /** Where a movement leads; without a column, to the cursor's own. */
  #target(final: string, count: number, second: number): { row: number; column?: number } | undefined {
    const row = this.#row;
    switch (final) {
      case "A":
        return { row: row - count };
      case "B":
      case "e":
        return { row: row + count };
      case "C":
      case "a":
        return { row, column: this.#place() + count };
      case "D":
        return { row, column: this.#place() - count };
      case "E":
        return { row: row + count, column: 0 };
      case "F":
        return { row: row - count, column: 0 };
      case "G":
      case "`":
        return { row, column: count - 1 };
      case "d":
        return { row: this.#page + count - 1 };
      case "H":
      case "f":
        return { row: this.#page + count - 1, column: second - 1 };
      default:
        return undefined;
    }
  }

  #eraseLine(part: number): void {
    if (part > 2) return;
    this.#isReturned = false;
    const row = this.#rows[this.#row];
    // Most programs that erase a line do so at its end, to no effect.
    if (!row || (part === 0 && this.#column === END)) return;
    const column = this.#place();
    if (part === 0) row.cutFrom(column);
    else if (part === 2 || (part === 1 && column + 1 >= row.width)) row.clear();
    else if (part === 1 && this.#gaps + column + 1 <= ALL_GAPS) {
      this.#gaps += column + 1;
      row.blankUpTo(column + 1);
    }
  }

  #eraseDisplay(part: number): void {
    if (part === 2 || (part === 0 && this.#isHome)) {
      this.#beginPage();
    } else if (part === 0) {
      this.#eraseLine(0);
      this.#rows.length = Math.min(this.#rows.length, this.#row + 1);
    }
  }

  /** All rows so far stay. The last one is the first of the new page where it is empty, else a new one is. */
  #beginPage(): void {
    const column = this.#place();
    if (!this.#rows.at(-1)?.isEmpty) this.#rows.push(new TerminalRow());
    this.#page = this.#rows.length - 1;
    this.#goTo(this.#page, column);
  }
}
