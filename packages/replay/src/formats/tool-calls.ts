import type { JsonObject } from "@lembas/arguments";
import type { Problems } from "../report/problems.js";
import { interpretCall } from "./interpret-call.js";
import { toName, toObject } from "./json.js";
import type { Recorded } from "./recorded.js";
import type { ToolTable } from "./tool-rules.js";

/** A tool call that waits for its result. */
export interface WaitingCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** A result as a format has it. */
export interface CallResult {
  /** The id of its call. */
  readonly id: unknown;
  readonly conversation?: string | undefined;
  /** The tool, where the recording does not have the call. */
  readonly name?: unknown;
  /** A text, blocks, or a list of results. */
  readonly result: unknown;
  /** What the model was given of it, where that is another text. */
  readonly given?: string | undefined;
  /** What the tool printed, to the letter, where the result says more about it. */
  readonly printed?: string | undefined;
  /** Whether the recording marks it as an error. */
  readonly failed?: boolean | undefined;
}

/**
 * Pairs the tool calls of a recording with their results by id, and says what each was by the agent's table. A result
 * without a call is kept, as one of an unknown tool.
 *
 * @example
 * calls.add("call_1", "read", { path: "a.ts" }, "session.jsonl:3");
 * yield* calls.finish({ id: "call_1", result: "let a" }, "session.jsonl:4");
 */
export class ToolCalls {
  readonly #waiting = new Map<string, { readonly call: WaitingCall; readonly where: string }>();
  readonly #table: ToolTable;
  readonly #problems: Problems;

  constructor(table: ToolTable, problems: Problems) {
    this.#table = table;
    this.#problems = problems;
  }

  /** Remembers a call until its result comes. */
  add(id: unknown, name: unknown, args: unknown, where: string): void {
    const call = { name: toName(name) || "unknown", args: toObject(args) };
    if (typeof id === "string" || typeof id === "number") this.#waiting.set(toName(id), { call, where });
  }

  /** Whether a call waits for its result. */
  has(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** The call of a result; counted as a problem where the recording has none. */
  take(id: unknown, where: string, name?: unknown): WaitingCall {
    const waiting = this.#waiting.get(toName(id));
    if (waiting) {
      this.#waiting.delete(toName(id));
      return waiting.call;
    }
    this.#problems.add("result whose call is not in the recording", where);
    return { name: typeof name === "string" ? name : "unknown", args: {} };
  }

  /** What a call was, now that its result is there; `call`: where it is taken already. */
  finish(
    { id, conversation, name, result, given, printed, failed }: CallResult,
    where: string,
    call = this.take(id, where, name),
  ): Recorded[] {
    const callId = typeof id === "string" || typeof id === "number" ? toName(id) : undefined;
    return interpretCall({ ...call, conversation, callId, result, given, printed, failed }, this.#table);
  }

  /** Counts the calls that never had a result. */
  end(): void {
    for (const { call, where } of this.#waiting.values())
      this.#problems.add(`call of ${call.name} without a result`, where);
    this.#waiting.clear();
  }
}
