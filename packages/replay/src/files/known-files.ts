import { FileLines } from "./file-lines.js";

/** Lines of files that are remembered from one compaction to the next. */
const REMEMBERED_LINES = 1_000_000;

/**
 * What a conversation has shown of its files, by path.
 *
 * @example
 * const files = new KnownFiles();
 * files.know("a.ts", "let a\n");
 * files.file("a.ts").show({ first: 1, lines: ["let a"] }); // the version that the read belongs to
 */
export class KnownFiles {
  readonly #files = new Map<string, FileLines>();
  #serial = 0;

  /** The whole content of a file is known. */
  know(path: string, content: string): void {
    const lines = content.split("\n");
    this.file(path).show({ first: 1, lines, parts: lines.length });
  }

  /** One file, of which nothing may be known yet. */
  file(path: string): FileLines {
    // The file used last is the last of the map.
    const file = this.#files.get(path) ?? new FileLines(() => ++this.#serial);
    this.#files.delete(path);
    this.#files.set(path, file);
    return file;
  }

  /** Forgets the files used longest ago, above a million lines in all. */
  forgetOldest(): void {
    let lines = 0;
    for (const file of this.#files.values()) lines += file.size;
    for (const [path, file] of this.#files) {
      if (lines <= REMEMBERED_LINES) return;
      lines -= file.size;
      this.#files.delete(path);
    }
  }
}
