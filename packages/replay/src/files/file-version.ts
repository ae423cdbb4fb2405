/** One line of a file; `text` is unknown until a read shows it. Versions of a file share the lines they have in common. */
export interface Line {
  readonly serial: number;
  text: string | undefined;
}

/** Versions that follow from one another by edits the recording has. What is found out about one holds for all. */
export interface Chain {
  /** Lines found after the known end: every version of the chain ends with those that were found after it. */
  readonly found: Line[];
  closed: boolean;
}

/** The stand-in for a line that no read shows. Its number keeps contents apart that may differ in it. */
const standIn = (line: Line): string => `(line not in the recording: ${line.serial})`;

/** Whether a line of a diff is such a stand-in. */
export const isStandIn = (line: string): boolean => /^[ +-]?\(line not in the recording: \d+\)$/.test(line);

/** The content of a file between two changes. Its text is asked for when all reads of it are known. */
export class FileVersion {
  readonly #lines: Line[];
  readonly #chain: Chain;
  #foundBefore: number | undefined;
  #text: string | undefined;
  #uses = 0;

  constructor(lines: Line[], chain: Chain) {
    this.#lines = lines;
    this.#chain = chain;
  }

  /** The lines that are known to be there now. */
  get lines(): Line[] {
    return this.#lines;
  }

  /** The chain of versions that it belongs to. */
  get chain(): Chain {
    return this.#chain;
  }

  /** How many parts the text has when split at newlines, where the file's end is known. */
  get parts(): number | undefined {
    return this.#chain.closed ? this.#lines.length + this.#foundLater().length : undefined;
  }

  /** Called when an edit makes the next version: lines found from now on are no longer appended here. */
  freeze(): void {
    this.#foundBefore = this.#chain.found.length;
  }

  /** Says that the text will be taken once more. */
  retain(): void {
    this.#uses += 1;
  }

  /**
   * The whole text; lines that the recording never shows are stand-ins. It is joined at the first use and let go at
   * the last that was announced.
   */
  take(): string {
    this.#text ??= this.#join();
    const text = this.#text;
    this.#uses -= 1;
    if (this.#uses <= 0) this.#text = undefined;
    return text;
  }

  #join(): string {
    const later = this.#foundLater();
    const lines = later.length > 0 ? [...this.#lines, ...later] : this.#lines;
    const parts = lines.map((line) => line.text ?? standIn(line));
    const last = lines.at(-1);
    // A file ends with a newline unless the recording shows that it does not.
    if (this.#chain.closed && last && last.text === undefined) parts[parts.length - 1] = "";
    return this.#chain.closed || last === undefined ? parts.join("\n") : `${parts.join("\n")}\n`;
  }

  #foundLater(): Line[] {
    return this.#foundBefore === undefined ? [] : this.#chain.found.slice(this.#foundBefore);
  }
}
