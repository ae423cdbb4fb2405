import { findPlace } from "./find-place.js";
import { toInteger, toObject } from "./json.js";

/** When the newest message up to each one was made: times that never fall, whatever a recording says. */
const timesOf = (messages: readonly unknown[]): number[] => {
  let newest = Number.NEGATIVE_INFINITY;
  return messages.map((message) => {
    const { time } = toObject(toObject(message)["info"]);
    newest = Math.max(newest, toInteger(toObject(time)["created"]) ?? newest);
    return newest;
  });
};

/** The results of a session that opencode took out later: each was there up to the first message that is newer. */
export class PrunedResults {
  readonly #times: readonly number[];
  /** The calls whose results are taken out before a message, by its place. */
  readonly #calls = new Map<number, string[]>();

  /** @param messages those of the session */
  constructor(messages: readonly unknown[]) {
    this.#times = timesOf(messages);
  }

  /**
   * @param call whose result was taken out
   * @param at the place of the message that has it, from 0
   * @param time when it was taken out, in milliseconds since 1970
   */
  add(call: string, at: number, time: number): void {
    const before = Math.max(
      at + 1,
      findPlace(this.#times, (made) => made > time),
    );
    const calls = this.#calls.get(before);
    if (calls) calls.push(call);
    else this.#calls.set(before, [call]);
  }

  /** The calls whose results are taken out before the message at a place. */
  before(at: number): readonly string[] {
    return this.#calls.get(at) ?? [];
  }
}
