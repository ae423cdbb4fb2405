import { countCharacters } from "@lembas/format";
import { joinedCharacters } from "./entries.js";

/**
 * A target's entries while operations change them. Its size is kept along, so that nothing is joined or counted twice;
 * and from the second question on how often each text is there, so that a long list of operations does not look
 * through all entries at each.
 */
export class EntryList {
  readonly #entries: string[];
  readonly #isShown: (entry: string) => boolean;
  #characters = 0;
  #counts: Map<string, number> | undefined;
  #wasAsked = false;

  constructor(entries: readonly string[], isShown: (entry: string) => boolean = () => true) {
    this.#entries = [...entries];
    this.#isShown = isShown;
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
    if (this.#counts !== undefined) return this.#counts.has(entry);
    if (!this.#wasAsked) {
      this.#wasAsked = true;
      return this.#entries.includes(entry);
    }
    this.#counts = new Map();
    for (const own of this.#entries) this.#counts.set(own, (this.#counts.get(own) ?? 0) + 1);
    return this.#counts.has(entry);
  }

  /** Where the entry is that an old_text means, of those that are shown: an equal one, else the only text containing it. Specification 3.4. */
  find(oldText: string): number | "none" | "several" {
    if (this.has(oldText) && this.#isShown(oldText)) return this.#entries.indexOf(oldText);
    const isFound = (entry: string) => entry.includes(oldText) && this.#isShown(entry);
    const first = this.#entries.findIndex(isFound);
    if (first === -1) return "none";
    const found = this.#entries[first];
    const isOther = (entry: string, index: number) => index > first && entry !== found && isFound(entry);
    return this.#entries.some(isOther) ? "several" : first;
  }

  append(entry: string): void {
    this.#entries.push(entry);
    this.#count(entry, 1);
  }

  /** Takes the entry at an index out, and gives it. */
  take(index: number): string {
    const [entry = ""] = this.#entries.splice(index, 1);
    this.#count(entry, -1);
    return entry;
  }

  /** Puts an entry in the place of the one at an index, which it gives; equal entries elsewhere go. Specification 3.5. */
  put(index: number, entry: string): string {
    const old = this.#entries[index] ?? "";
    this.#entries[index] = entry;
    this.#count(old, -1);
    this.#count(entry, 1);
    for (let other = this.#entries.length - 1; other >= 0; other--) {
      if (other !== index && this.#entries[other] === entry) this.take(other);
    }
    return old;
  }

  #count(entry: string, more: 1 | -1): void {
    this.#characters += more * countCharacters(entry);
    if (this.#counts === undefined) return;
    const count = (this.#counts.get(entry) ?? 0) + more;
    if (count === 0) this.#counts.delete(entry);
    else this.#counts.set(entry, count);
  }
}
