import type { SessionTrace } from "../session-trace.js";

/** The session with the most results among those that were replayed; the others are not kept. */
export class LargestSession {
  #session: SessionTrace | undefined;

  /** Looks at the next one. */
  add(session: SessionTrace): void {
    const { results } = session;
    if (results.length > 0 && results.length > (this.#session?.results.length ?? 0)) this.#session = session;
  }

  get session(): SessionTrace | undefined {
    return this.#session;
  }
}
