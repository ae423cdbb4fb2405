import type { Change, PrintedLines } from "./recorded.js";
import { splices } from "./splices.js";

/** One line of a file; `text` is unknown until a read shows it. Versions of a file share the lines they have in common. */
interface Line {
  readonly serial: number;
  text: string | undefined;
}

/** Versions that follow from one another by edits the recording has. What is found out about one holds for all. */
interface Chain {
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

/** What an edit made of a file: its versions before (null: it was not there) and after. */
export interface VersionChange {
  readonly before: FileVersion | null;
  readonly after: FileVersion | null;
  /** Whether only the changed text is known, and not where in the file it stands. */
  readonly adrift?: boolean;
}

/** Lines of context that a diff shows on each side. */
const CONTEXT = 3;

/**
 * One file as a recording shows it: windows of the same version are put together between two changes, as long as
 * they agree. A read that disagrees begins a new version, of which nothing else is known.
 *
 * @example
 * const file = new FileLines();
 * const version = file.show({ first: 2, lines: ["b"], parts: 4 });
 * file.show({ first: 1, lines: ["a"] });
 * version.take(); // "a\nb\n(line not in the recording: 3)\n"
 */
export class FileLines {
  #version: FileVersion | undefined;
  #serial: () => number;

  /** @param serial gives each unknown line a number of its own within a session */
  constructor(serial: () => number) {
    this.#serial = serial;
  }

  /** How many lines are held. */
  get size(): number {
    return this.#version?.lines.length ?? 0;
  }

  /** Puts what a read printed into the file. Gives the version that the read belongs to. */
  show(printed: PrintedLines): FileVersion {
    let version = this.#version;
    if (!version || !this.#agrees(version, printed)) version = this.#begin();
    this.#fill(version, printed);
    return version;
  }

  /**
   * Applies the changes of one edit one after the other. Where the recording does not say enough, the result may:
   * `echo`, what it printed of the file afterwards. A text that no read showed is changed among lines that are not
   * known. `undefined` where the recording does not have the texts.
   */
  change(changes: readonly Change[], echo: PrintedLines | undefined): VersionChange | undefined {
    return this.#changeKnown(changes, echo) ?? this.#changeAdrift(changes);
  }

  #changeKnown(changes: readonly Change[], echo: PrintedLines | undefined): VersionChange | undefined {
    const before = this.#version;
    let lines: Line[] | undefined;
    for (const change of changes) {
      if (change.kind === "whole") return this.#replaceWhole(change);
      lines = this.#apply(change, lines ?? before?.lines ?? []);
      if (!lines) return this.#lose(echo);
    }
    if (!lines || !before) return this.#lose(echo);
    const after = new FileVersion(lines, before.chain);
    if (echo && !this.#agrees(after, echo)) return this.#lose(echo);
    before.freeze();
    this.#version = after;
    if (echo) this.#fill(after, echo);
    return { before, after };
  }

  #agrees(version: FileVersion, printed: PrintedLines): boolean {
    const { lines, chain } = version;
    const end = printed.first - 1 + printed.lines.length;
    if (chain.closed && end > lines.length) return false;
    if (printed.parts !== undefined && printed.parts < lines.length) return false;
    if (printed.parts !== undefined && chain.closed && printed.parts !== lines.length) return false;
    return printed.lines.every((text, at) => {
      const known = lines[printed.first - 1 + at]?.text;
      return known === undefined || known === text;
    });
  }

  #fill(version: FileVersion, printed: PrintedLines): void {
    const { lines, chain } = version;
    const needed = Math.max(printed.first - 1 + printed.lines.length, printed.parts ?? 0);
    while (lines.length < needed) {
      const line: Line = { serial: this.#serial(), text: undefined };
      lines.push(line);
      chain.found.push(line);
    }
    printed.lines.forEach((text, at) => {
      const line = lines[printed.first - 1 + at];
      if (line) line.text = text;
    });
    if (printed.parts !== undefined) chain.closed = true;
  }

  #begin(): FileVersion {
    this.#version = new FileVersion([], { found: [], closed: false });
    return this.#version;
  }

  /** An edit whose place in the file is not known: its old text, with lines around it that no read shows. */
  #changeAdrift(changes: readonly Change[]): VersionChange | undefined {
    const unknown = (): Line[] =>
      Array.from({ length: CONTEXT }, () => ({ serial: this.#serial(), text: undefined }));
    const chain: Chain = { found: [], closed: false };
    const old: Line[][] = [unknown()];
    for (const change of changes) {
      if (change.kind === "replace") old.push(this.#lines(change.old.split("\n")), unknown());
      else if (change.kind === "hunk") old.push(this.#lines(change.old), unknown());
      else return undefined;
    }
    let lines: Line[] | undefined = old.flat();
    const before = new FileVersion(lines, chain);
    for (const change of changes) lines = lines && this.#apply(change, lines);
    return lines && { before, after: new FileVersion(lines, chain), adrift: true };
  }

  /** The file has changed in a way that the recording does not say: nothing of it is known but what the result printed. */
  #lose(echo: PrintedLines | undefined): VersionChange | undefined {
    const before = this.#known(this.#version);
    before?.freeze();
    const after = this.#begin();
    if (echo) this.#fill(after, echo);
    const whole = echo?.first === 1 && echo.parts === echo.lines.length + 1;
    return before && whole ? { before, after } : undefined;
  }

  #replaceWhole(change: Change & { kind: "whole" }): VersionChange | undefined {
    const before = this.#versionBefore(change.before);
    const after = change.after === null ? null : this.#whole(change.after);
    before?.freeze();
    this.#version = after ?? undefined;
    return before === undefined ? undefined : { before, after };
  }

  /** The version that a whole new text replaces: the one that the recording gives, or the one that is known. */
  #versionBefore(text: string | null | undefined): FileVersion | null | undefined {
    if (text === undefined) return this.#known(this.#version);
    if (text === null) return null;
    const lines = text.split("\n");
    return this.show({ first: 1, lines, parts: lines.length });
  }

  /** A version all of whose lines are known; null where nothing of the file is; `undefined` where only some are. */
  #known(version: FileVersion | undefined): FileVersion | null | undefined {
    if (!version) return null;
    const last = version.lines.length - 1;
    const whole = version.lines.every(
      (line, at) => line.text !== undefined || (at === last && version.chain.closed),
    );
    return whole && version.lines.length > 0 ? version : undefined;
  }

  #whole(text: string): FileVersion {
    return new FileVersion(this.#lines(text.split("\n")), { found: [], closed: true });
  }

  #lines(texts: readonly string[]): Line[] {
    return texts.map((text) => ({ serial: this.#serial(), text }));
  }

  #apply(change: Change, lines: readonly Line[]): Line[] | undefined {
    const places = splices(
      change,
      lines.map((line) => line.text),
    );
    if (!places) return undefined;
    const parts: Line[][] = [];
    let copied = 0;
    for (const { from, to, put } of places) {
      parts.push(lines.slice(copied, from), this.#lines(put));
      copied = to;
    }
    parts.push(lines.slice(copied));
    return parts.flat();
  }
}
