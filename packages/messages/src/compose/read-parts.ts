import type { Change, Form, NewTexts, Part } from "../forms/form.js";

/** A call or a result, and the place of its message. */
export interface PlacedPart {
  readonly message: number;
  readonly part: Part;
}

/** Why a message was passed over: it is of no form that is known, or reading it threw. */
export interface PassedOver {
  readonly message: number;
  readonly error?: unknown;
}

/** All calls and results of an array of messages, in order, and the messages that were passed over. */
export interface ReadParts {
  readonly parts: readonly PlacedPart[];
  readonly passedOver: readonly PassedOver[];
}

/** Reads an array of messages. */
export const readParts = (form: Form, messages: readonly unknown[]): ReadParts => {
  const parts: PlacedPart[] = [];
  const passedOver: PassedOver[] = [];
  for (let message = 0; message < messages.length; message++) {
    try {
      const own = form.read(messages[message]);
      if (own === undefined) passedOver.push({ message });
      else for (const part of own) parts.push({ message, part });
    } catch (error) {
      passedOver.push({ message, error });
    }
  }
  return { parts, passedOver };
};

/** Messages with other texts, and the message that could not be written: it and all behind it are as they were. */
export interface WrittenParts<Messages> {
  readonly messages: Messages;
  readonly failed?: { readonly message: number; readonly error: unknown };
}

/**
 * The messages with other texts in some of their results; the same array where there are none.
 *
 * @param textsOf the other texts of the result at this place among the parts
 */
export const writeParts = <Messages extends readonly unknown[]>(
  form: Form,
  messages: Messages,
  parts: readonly PlacedPart[],
  textsOf: (index: number) => NewTexts | undefined,
): WrittenParts<Messages> => {
  const changed: { readonly message: number; readonly changes: Change[] }[] = [];
  for (let index = 0; index < parts.length; index++) {
    const texts = textsOf(index);
    const placed = parts[index];
    if (texts === undefined || placed?.part.kind !== "result") continue;
    const change = { at: placed.part.at, texts };
    const last = changed.at(-1);
    if (last?.message === placed.message) last.changes.push(change);
    else changed.push({ message: placed.message, changes: [change] });
  }
  if (changed.length === 0) return { messages };
  const written: unknown[] = messages.slice();
  let failed: WrittenParts<Messages>["failed"];
  let count = 0;
  for (const { message, changes } of changed) {
    try {
      written[message] = form.write(messages[message], changes);
      count++;
    } catch (error) {
      failed = { message, error };
      break;
    }
  }
  return {
    // Each message was written by the form that read it, so it has the type that it had.
    messages: count === 0 ? messages : (written as unknown as Messages),
    ...(failed && { failed }),
  };
};
