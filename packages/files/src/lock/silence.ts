/** How long somebody who was looked at last so long ago can at most have been silent since: our own sleep is not theirs. */
const LONGEST_LOOK = 100;

/**
 * Measures for how many milliseconds nothing was heard. Only what this process saw counts, on its own clock: clocks
 * of other machines say nothing, and time that this process itself slept through says nothing either, since the one
 * it watches may have slept with it.
 */
export class Silence {
  #heard: string | undefined;
  #looked = performance.now();
  #milliseconds = 0;

  /** Takes what can be heard now, and gives how long that has been the same. */
  listen(heard: string): number {
    const now = performance.now();
    this.#milliseconds += Math.min(now - this.#looked, LONGEST_LOOK);
    this.#looked = now;
    if (heard !== this.#heard) this.#milliseconds = 0;
    this.#heard = heard;
    return this.#milliseconds;
  }
}
