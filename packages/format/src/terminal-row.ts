import { indexBefore } from "./characters.js";
import { columnWidth, nextTabStop } from "./column-width.js";

/** What stands in the second and later columns of a character that takes several. */
const REST = "";

/**
 * A row of terminal text. What was written at its end waits in pieces until somebody asks for a column, so that a
 * row that nothing moves in costs no more than its text.
 */
export class TerminalRow {
  /** A character for each column. */
  readonly #cells: string[] = [];
  readonly #pieces: string[] = [];

  get isEmpty(): boolean {
    return this.#cells.length === 0 && this.#pieces.length === 0;
  }

  get text(): string {
    return this.#cells.join("") + this.#pieces.join("");
  }

  /** How many columns it has. */
  get width(): number {
    for (const piece of this.#pieces) {
      for (const character of piece) {
        const width = columnWidth(character, this.#cells.length);
        this.#cells.push(character);
        for (let more = 1; more < width; more++) this.#cells.push(REST);
      }
    }
    this.#pieces.length = 0;
    return this.#cells.length;
  }

  append(piece: string): void {
    if (piece !== "") this.#pieces.push(piece);
  }

  /**
   * Writes over what stands from `column` on, which is below the width, as far as the row goes.
   *
   * @returns where the cursor is then, and the index of the first character of `text` that was not written
   */
  overwrite(text: string, from: number): { column: number; index: number } {
    let column = from;
    let index = 0;
    while (index < text.length && column < this.width) {
      const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
      index += character.length;
      if (character === "\t") column = nextTabStop(column);
      else column = this.#put(character, column);
    }
    return { column, index };
  }

  /** Takes the last character away. */
  takeLast(): void {
    const piece = this.#pieces.pop();
    if (piece !== undefined) this.append(piece.slice(0, indexBefore(piece, 1, piece.length)));
    else while (this.#cells.pop() === REST);
  }

  clear(): void {
    this.#cells.length = 0;
    this.#pieces.length = 0;
  }

  /** Takes away what stands from `column` on. */
  cutFrom(column: number): void {
    if (column >= this.width) return;
    if (this.#cells[column] === REST) this.#break(column);
    this.#cells.length = column;
  }

  /** Makes the first `columns` blank, fewer than there are. */
  blankUpTo(columns: number): void {
    if (columns >= this.width) return;
    if (this.#cells[columns] === REST) this.#break(columns);
    this.#cells.fill(" ", 0, columns);
  }

  #put(character: string, column: number): number {
    const end = column + columnWidth(character, column);
    for (let at = column; at < end; at++) this.#break(at);
    this.#cells[column] = character;
    for (let at = column + 1; at < end; at++) this.#cells[at] = REST;
    return end;
  }

  /** Makes spaces of the character that has this column and others. */
  #break(column: number): void {
    let start = column;
    while (this.#cells[start] === REST) start--;
    let end = start + 1;
    while (this.#cells[end] === REST) end++;
    if (end > start + 1) this.#cells.fill(" ", start, end);
  }
}
