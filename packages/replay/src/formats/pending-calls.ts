import type { Problems } from "../report/problems.js";
import { type JsonObject, toName, toObject } from "./json.js";

/** A tool call that waits for its result. */
export interface PendingCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** Pairs tool calls with their results by id. A result without a call is kept, as one of an unknown tool. */
export class PendingCalls {
  readonly #calls = new Map<string, { readonly call: PendingCall; readonly where: string }>();
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** Remembers a call until its result comes. */
  add(id: unknown, name: unknown, args: unknown, where: string): void {
    const call = { name: toName(name) || "unknown", args: toObject(args) };
    if (typeof id === "string") this.#calls.set(id, { call, where });
  }

  /** Whether a call waits for its result. */
  has(id: string): boolean {
    return this.#calls.has(id);
  }

  /** The call of a result; counted as a problem where the recording has none. */
  take(id: unknown, where: string, name?: unknown): PendingCall {
    const pending = this.#calls.get(toName(id));
    if (pending) {
      this.#calls.delete(toName(id));
      return pending.call;
    }
    this.#problems.add("result whose call is not in the recording", where);
    return { name: typeof name === "string" ? name : "unknown", args: {} };
  }

  /** Counts the calls that never had a result. */
  end(): void {
    for (const { call, where } of this.#calls.values())
      this.#problems.add(`call of ${call.name} without a result`, where);
    this.#calls.clear();
  }
}
