import { type JsonObject, toName, toObject } from "../json.js";
import type { Problems } from "../problems.js";

/** A tool call that waits for its result. */
export interface PendingCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** Pairs tool calls with their results by id. A result without a call is kept, as one of an unknown tool. */
export class PendingCalls {
  readonly #calls = new Map<string, PendingCall>();
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** Remembers a call until its result comes. */
  add(id: unknown, name: unknown, args: unknown): void {
    if (typeof id === "string")
      this.#calls.set(id, { name: toName(name) || "unknown", args: toObject(args) });
  }

  /** The call of a result; counted as a problem where the recording has none. */
  take(id: unknown, where: string, name?: unknown): PendingCall {
    const call = typeof id === "string" ? this.#calls.get(id) : undefined;
    if (call) {
      this.#calls.delete(toName(id));
      return call;
    }
    this.#problems.add("result whose call is not in the recording", where);
    return { name: typeof name === "string" ? name : "unknown", args: {} };
  }

  /** Counts the calls that never had a result. */
  end(): void {
    for (const [id, call] of this.#calls) this.#problems.add(`call of ${call.name} without a result`, id);
    this.#calls.clear();
  }
}
