import { countCharacters } from "@lembas/format";
import type { Form, NewTexts, Part, Piece, ResultPart } from "../forms/form.js";
import type { Settings } from "../options.js";
import type { ComposedResult, Skipped } from "../report.js";
import { Conversation, type Outcome } from "./conversation.js";
import { readParts, writeParts } from "./read-parts.js";
import { copyValue, isSameValue } from "./same-value.js";

/** A call or a result that was taken, and what became of it. */
interface Taken {
  readonly part: Part;
  readonly outcome?: Outcome;
  /** Characters, counted where someone asks. */
  readonly given: number;
  readonly shown: number;
}

/** A conversation, and all that it was given. */
interface Remembered {
  readonly conversation: Conversation;
  readonly taken: Taken[];
  /** How many messages it had at most. */
  messages: number;
  /** UTF-16 units of the results. */
  size: number;
}

const MOST_CONVERSATIONS = 32;
const MOST_UNITS = 64_000_000;

const isSamePart = (one: Part, other: Part): boolean => {
  if (one.kind === "call") {
    return (
      other.kind === "call" &&
      one.id === other.id &&
      one.tool === other.tool &&
      isSameValue(one.args, other.args)
    );
  }
  if (one.kind === "compaction") return other.kind === "compaction";
  return other.kind === "result" && one.callId === other.callId && isSameValue(one.pieces, other.pieces);
};

/** A call's arguments, safe from what the host does to them; none where they have no end or are nested too deeply. */
const copyArguments = (args: unknown): unknown => {
  try {
    return copyValue(args);
  } catch {
    return undefined;
  }
};

/** Whether they are the same; not where one cannot be read, or is nested too deeply. */
const isSurelySame = (one: Part, other: Part): boolean => {
  try {
    return isSamePart(one, other);
  } catch {
    return false;
  }
};

/** How many of the parts are those that were taken, from the first on. */
const countSame = (taken: readonly Taken[], parts: readonly Part[]): number => {
  const most = Math.min(taken.length, parts.length);
  for (let index = 0; index < most; index++) {
    const one = taken[index]?.part;
    const other = parts[index];
    if (!one || !other || !isSurelySame(one, other)) return index;
  }
  return most;
};

const count = (pieces: NewTexts | readonly Piece[]): number =>
  pieces.reduce<number>((sum, piece) => sum + (typeof piece === "string" ? countCharacters(piece) : 0), 0);

const unitsOf = ({ pieces }: ResultPart): number =>
  pieces.reduce((sum, piece) => sum + (typeof piece === "string" ? piece.length : 0), 0);

/**
 * Composes arrays of messages, and remembers those that it composed: one that begins as a remembered one costs what is
 * new. What is remembered is compared text by text, so a host may change what it likes in its messages.
 */
export class Composer {
  readonly #settings: Settings;
  /** The newest first. */
  #remembered: Remembered[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The messages as they are to be sent; the same array where nothing changes. */
  compose<Messages extends readonly unknown[]>(form: Form, messages: Messages): Messages {
    const read = readParts(form, messages);
    const { parts, places, passedOver } = read;
    const remembered = this.#recognise(parts);
    const known = remembered.taken.length;
    const before = remembered.messages;
    for (const part of parts.slice(known)) this.#take(remembered, part);
    remembered.messages = Math.max(before, messages.length);
    if (parts.length > 0) this.#keep(remembered);
    const { taken } = remembered;
    const { messages: composed, failed } = writeParts(
      form,
      messages,
      read,
      (index) => taken[index]?.outcome?.texts,
    );
    const isSent = (index: number): boolean => failed === undefined || (places[index] ?? 0) < failed.message;
    const { onSkipped, onComposed } = this.#settings;
    if (onSkipped) {
      for (const { message, ...why } of passedOver) {
        if (message >= before) onSkipped({ reason: "unknown-message", message, ...why });
      }
      if (failed && failed.message >= before) onSkipped({ reason: "failed", ...failed });
      for (const [index, part] of parts.entries()) {
        const skipped =
          index < known ? undefined : skippedOf(places[index] ?? 0, part, taken[index]?.outcome);
        if (skipped) onSkipped(skipped);
      }
    }
    if (onComposed) {
      const all = taken.slice(0, parts.length);
      onComposed({
        given: all.reduce((sum, { given }) => sum + given, 0),
        shown: all.reduce((sum, { given, shown }, index) => sum + (isSent(index) ? shown : given), 0),
        results: all.flatMap((one, index) => (index >= known && isSent(index) ? resultOf(one) : [])),
      });
    }
    return composed;
  }

  /** The conversation that these parts go on with, or are the start of; else a new one. */
  #recognise(parts: readonly Part[]): Remembered {
    for (const remembered of this.#remembered) {
      const same = countSame(remembered.taken, parts);
      if (same > 0 && same === Math.min(parts.length, remembered.taken.length)) return remembered;
    }
    return { conversation: new Conversation(this.#settings), taken: [], messages: 0, size: 0 };
  }

  #take(remembered: Remembered, part: Part): void {
    const kept = part.kind === "call" ? { ...part, args: copyArguments(part.args) } : part;
    const outcome = remembered.conversation.add(kept);
    if (part.kind !== "result" || outcome === undefined) {
      remembered.taken.push({ part: kept, given: 0, shown: 0 });
      return;
    }
    const given = this.#settings.onComposed ? count(part.pieces) : 0;
    const shown = this.#settings.onComposed && outcome.texts ? count(outcome.texts) : given;
    remembered.taken.push({ part, outcome, given, shown });
    remembered.size += unitsOf(part);
  }

  /** Puts a conversation first, and lets go of the last ones above the bounds. */
  #keep(remembered: Remembered): void {
    const others = this.#remembered.filter((other) => other !== remembered);
    let units = 0;
    this.#remembered = [remembered, ...others].slice(0, MOST_CONVERSATIONS).filter(({ size }, index) => {
      units += size;
      return index === 0 || units <= MOST_UNITS;
    });
  }
}

const skippedOf = (message: number, part: Part, outcome: Outcome | undefined): Skipped | undefined => {
  if (part.kind !== "result" || outcome?.skipped === undefined) return undefined;
  const { skipped: reason, tool, error } = outcome;
  return {
    reason,
    message,
    callId: part.callId,
    ...(tool !== undefined && { tool }),
    ...(error !== undefined && { error }),
  };
};

const resultOf = ({ part, outcome, given, shown }: Taken): ComposedResult[] => {
  if (part.kind !== "result" || outcome === undefined || outcome.skipped !== undefined) return [];
  const { id, tool, marks, capped } = outcome;
  return id === undefined || tool === undefined
    ? []
    : [{ id, callId: part.callId, tool, given, shown, marks, capped }];
};
