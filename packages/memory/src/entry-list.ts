import { countCharacters } from "@lembas/format";
import { joinedCharacters } from "./entries.js";

/** A target's entries while operations change them. Its size is kept along, so that nothing is joined or counted twice. */
export class EntryList {
  readonly #entries: string[];
  #characters = 0;

  constructor(entries: readonly string[]) {
    this.#entries = [...entries];
    for (const entry of entries) this.#characters += countCharacters(entry);
  }

  /** How many characters the entries have when joined. Specification 3.1. */
  get size(): number {
    return joinedCharacters(this.#characters, this.#entries.length);
  }

  toArray(): string[] {
    return [...this.#entries];
  }

  has(entry: string): boolean {
    return this.#entries.includes(entry);
  }

  /** Where the entry is that an old_text means: an equal one, else the only text containing it. Specification 3.4. */
  find(oldText: string): number | "none" | "several" {
    const equal = this.#entries.indexOf(oldText);
    if (equal !== -1) return equal;
    const first = this.#entries.findIndex((entry) => entry.includes(oldText));
    if (first === -1) return "none";
    const found = this.#entries[first];
    const isOther = (entry: string, index: number) =>
      index > first && entry !== found && entry.includes(oldText);
    return this.#entries.some(isOther) ? "several" : first;
  }

  append(entry: string): void {
    this.#entries.push(entry);
    this.#characters += countCharacters(entry);
  }

  /** Takes the entry at an index out, and gives it. */
  take(index: number): string {
    const [entry = ""] = this.#entries.splice(index, 1);
    this.#characters -= countCharacters(entry);
    return entry;
  }

  /** Puts an entry in the place of the one at an index, which it gives; equal entries elsewhere go. Specification 3.5. */
  put(index: number, entry: string): string {
    const old = this.#entries[index] ?? "";
    this.#entries[index] = entry;
    this.#characters += countCharacters(entry) - countCharacters(old);
    for (let other = this.#entries.length - 1; other >= 0; other--) {
      if (other !== index && this.#entries[other] === entry) this.take(other);
    }
    return old;
  }
}
