/** The resources that a client wants to hear of, each with the revision that it knows. */
export class Subscriptions {
  readonly #known = new Map<string, string | undefined>();
  readonly #revisionOf: (uri: string) => Promise<string>;
  readonly #announce: (uri: string) => Promise<void>;
  #turn: Promise<void> = Promise.resolve();

  constructor(revisionOf: (uri: string) => Promise<string>, announce: (uri: string) => Promise<void>) {
    this.#revisionOf = revisionOf;
    this.#announce = announce;
  }

  /** Subscribes to a resource: it is announced when its revision is another than now. Throws what its reading throws. */
  async add(uri: string): Promise<void> {
    this.#known.set(uri, await this.#revisionOf(uri));
  }

  delete(uri: string): void {
    this.#known.delete(uri);
  }

  /** Announces each resource that has changed, once for each change seen. One round at a time. */
  announceChanges(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#round());
    return this.#turn;
  }

  async #round(): Promise<void> {
    for (const [uri, known] of [...this.#known]) {
      // A target that cannot be read is another than the one that the client knows, until it can be read again.
      const revision = await this.#revisionOf(uri).catch(() => undefined);
      if (revision === known || !this.#known.has(uri)) continue;
      this.#known.set(uri, revision);
      // A client that has gone needs no announcement.
      await this.#announce(uri).catch(() => {});
    }
  }
}
