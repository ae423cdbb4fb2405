import type { Recorded } from "../formats/recorded.js";
import type { Problems } from "../report/problems.js";
import type { ResultStep, Step } from "../step.js";
import { CallPlacer, type Placement } from "./call-placer.js";
import { KnownFiles } from "./known-files.js";
import { wellFormed } from "./well-formed.js";

/** A session is put together up to its next compaction, or up to this many characters of results. */
const SEGMENT_CHARACTERS = 8_000_000;

/** Where something stands that a reader found. */
export interface Source {
  /** The place, for problems. */
  readonly where: string;
  /** Who saw it, for the verifier. */
  readonly audience?: string | undefined;
  /** Whether no other recording had it; absent: so it is. */
  readonly isCounted?: boolean | undefined;
  /** When it was written, in milliseconds since 1970, where the recording says so. */
  readonly time?: number | undefined;
}

/**
 * Turns what a reader found in one conversation into the steps of the replay. It waits for the end of each part
 * of the conversation (a compaction, or its end), because only then is it known which lines the reads of one
 * version of a file showed together.
 *
 * @example
 * const session = new SessionSteps(new Problems());
 * session.add(recorded, { where: "session.jsonl:12" }); // [] until a compaction
 * session.end(); // the steps
 */
export class SessionSteps {
  readonly #files = new KnownFiles();
  readonly #placer: CallPlacer;
  /** The ids of each call's results: of what stands below one as well. */
  #ids = new Map<string, readonly string[]>();
  #lastCall: string | undefined;
  #waiting: (() => Step)[] = [];
  #characters = 0;
  #results = 0;

  constructor(problems: Problems) {
    this.#placer = new CallPlacer(this.#files, problems);
  }

  /** What could be placed so far. */
  get placement(): Placement {
    return this.#placer.placement;
  }

  /**
   * Takes one recorded thing in, and gives the steps that are certain now, one by one.
   *
   * @param source where in the recording it stands
   */
  add(found: Recorded, source: Source): Iterable<Step> {
    const recorded = wellFormed(found);
    if (recorded.op === "end") return this.end();
    if (recorded.op === "compact") {
      const kept = (recorded.kept ?? []).flatMap((call) => this.#idsOf(call));
      const { messages } = recorded;
      const { isCounted } = source;
      this.#waiting.push(() => ({ op: "compact", kept, messages, isCounted }));
      const stays = new Set(kept);
      this.#ids = new Map([...this.#ids].filter(([, ids]) => ids.some((id) => stays.has(id))));
      return this.end();
    }
    if (recorded.op === "file") this.#files.know(recorded.path, recorded.content);
    else this.#waiting.push(this.#later(recorded, source));
    return this.#characters > SEGMENT_CHARACTERS ? this.end() : [];
  }

  /** The steps that still wait. What is known of files stays, up to a bound. */
  *end(): Iterable<Step> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    for (const later of waiting) yield later();
    this.#files.forgetOldest();
  }

  #later(
    recorded: Exclude<Recorded, { op: "end" | "compact" | "file" }>,
    { where, audience, isCounted, time }: Source,
  ): () => Step {
    if (recorded.op === "message") {
      const { op, id, role, text, continued = false } = recorded;
      this.#characters += text.length;
      return () => ({ op, id, role, text, continued, isCounted, time: recorded.time ?? time });
    }
    if (recorded.op === "forget") {
      const ids = recorded.calls.flatMap((call) => this.#idsOf(call));
      const { messages } = recorded;
      return () => ({ op: "forget", ids, messages });
    }
    this.#characters += recorded.result.length;
    this.#results += 1;
    // Longer where a later step of the recording may have an id of its own.
    const digits = recorded.callId === undefined ? 8 : 4;
    const id = recorded.id ?? `#${this.#results.toString(16).padStart(digits, "0")}`;
    const { callId, result, args } = recorded;
    const tool = recorded.tool || "unknown";
    const before = callId === this.#lastCall ? (this.#ids.get(callId ?? "") ?? []).slice(-1) : [];
    if (callId !== undefined) this.#ids.set(callId, [...before, id]);
    this.#lastCall = callId;
    const common: ResultStep = { id, callId, tool, args, given: result, audience, isCounted };
    if (recorded.op === "read" || recorded.op === "edit") return this.#placer.place(recorded, common, where);
    if (recorded.op === "output") {
      const { text = result } = recorded;
      return () => ({ op: "output", ...common, text });
    }
    if (recorded.op === "recall") {
      const { op, target, offset, limit } = recorded;
      return () => ({ op, ...common, target, offset, limit });
    }
    if (recorded.op === "job") return () => ({ op: "job", ...common, record: recorded.record });
    const { op, target, entries, limit, ops } = recorded;
    return () => ({ op, ...common, target, entries, limit, ops });
  }

  #idsOf(call: string): readonly string[] {
    return this.#ids.get(call) ?? [];
  }
}
