import type { Change, Form, NewTexts, Part } from "../forms/form.js";

/** Why a message was passed over: it is of no form that is known, or reading it threw. */
export interface PassedOver {
  readonly message: number;
  readonly error?: unknown;
}

/** All calls and results of an array of messages, in order, and the messages that were passed over. */
export interface ReadParts {
  readonly parts: readonly Part[];
  /** The place of the message of each. */
  readonly places: readonly number[];
  readonly passedOver: readonly PassedOver[];
}

/** Reads an array of messages. */
export const readParts = (form: Form, messages: readonly unknown[]): ReadParts => {
  const parts: Part[] = [];
  const places: number[] = [];
  const passedOver: PassedOver[] = [];
  for (let message = 0; message < messages.length; message++) {
    try {
      if (!form.read(messages[message], parts)) passedOver.push({ message });
    } catch (error) {
      parts.length = places.length;
      passedOver.push({ message, error });
    }
    while (places.length < parts.length) places.push(message);
  }
  return { parts, places, passedOver };
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
  { parts, places }: ReadParts,
  textsOf: (index: number) => NewTexts | undefined,
): WrittenParts<Messages> => {
  let written: unknown[] | undefined;
  let failed: WrittenParts<Messages>["failed"];
  let changes: Change[] | undefined;
  for (let index = 0; index < parts.length && failed === undefined; index++) {
    const texts = textsOf(index);
    const part = parts[index];
    if (texts !== undefined && part?.kind === "result") {
      const change = { at: part.at, texts };
      // Most messages have one result: a list that begins with it takes a fifth of the room of one that grows.
      if (changes === undefined) changes = [change];
      else changes.push(change);
    }
    const message = places[index] ?? 0;
    // A message is written once, with all that changes in it.
    if (changes === undefined || places[index + 1] === message) continue;
    try {
      const other = form.write(messages[message], changes);
      written ??= messages.slice();
      written[message] = other;
    } catch (error) {
      failed = { message, error };
    }
    changes = undefined;
  }
  return {
    // Each message was written by the form that read it, so it has the type that it had.
    messages: written === undefined ? messages : (written as unknown as Messages),
    ...(failed && { failed }),
  };
};
