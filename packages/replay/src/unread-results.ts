/** What a text of the conversation adds to the sums of a replay, once a model call has read it. */
export interface UnreadText {
  /** The result that it is of; absent: of none. */
  readonly id?: string | undefined;
  /** Characters of the recorded result. */
  readonly given: number;
  /** Adds it to the sums. */
  count(): void;
}

/**
 * The texts of a conversation that no model call has read yet. Only what was read counts: a result at the end of a
 * recording, or one that was taken out at once, cost nobody anything. Of a conversation whose model calls are not
 * recorded everything counts.
 *
 * @example
 * const unread = new UnreadResults();
 * unread.call(); // the model calls a tool
 * unread.add({ id: "#0001", given: 12, count: () => sum += 12 });
 * unread.call(); // sum is 12
 */
export class UnreadResults {
  #isCalled = false;
  #waiting: UnreadText[] = [];

  /** A text is put into the conversation. */
  add(text: UnreadText): void {
    if (this.#isCalled) this.#waiting.push(text);
    else text.count();
  }

  /** A model call, or the writing of a summary, reads all that is there. */
  call(): void {
    this.#isCalled = true;
    for (const text of this.#waiting.splice(0)) text.count();
  }

  /** These results are taken out of the conversation. */
  remove(ids: readonly string[]): void {
    const gone = new Set(ids);
    this.#waiting = this.#waiting.filter(({ id }) => id === undefined || !gone.has(id));
  }

  /** The results that are still unread. */
  get rest(): readonly UnreadText[] {
    return this.#waiting.filter(({ id }) => id !== undefined);
  }
}
