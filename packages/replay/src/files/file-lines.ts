import type { Change, PrintedLines } from "../formats/recorded.js";
import { applyChange, changeAdrift, toLines, type VersionChange } from "./change-lines.js";
import { FileVersion, type Line } from "./file-version.js";

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
  readonly #serial: () => number;

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
    return this.#changeKnown(changes, echo) ?? changeAdrift(changes, this.#serial);
  }

  #changeKnown(changes: readonly Change[], echo: PrintedLines | undefined): VersionChange | undefined {
    const before = this.#version;
    let lines: Line[] | undefined;
    for (const change of changes) {
      if (change.kind === "whole") return this.#replaceWhole(change);
      lines = applyChange(change, lines ?? before?.lines ?? [], this.#serial);
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
    return new FileVersion(toLines(text.split("\n"), this.#serial), { found: [], closed: true });
  }
}
