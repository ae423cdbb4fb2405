import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Composer } from "./compose/composer.js";
import { anyForm } from "./forms/any-form.js";
import { resolveOptions } from "./options.js";
import { restore } from "./restore.js";
import { composeAny } from "./testing/compose-any.js";
import { conversation } from "./testing/conversations.js";
import { findFaults } from "./testing/independent-reader.js";
import { type RenderedForm, renderedForms } from "./testing/render-forms.js";

const runs = { numRuns: 60 };

/** Everything that messages have, as text. LangChain's are objects of a class, and keep the same under several names. */
const written = (messages: readonly object[]): string =>
  messages.some((message) => Object.getPrototypeOf(message) !== Object.prototype)
    ? JSON.stringify(inOrder(JSON.parse(JSON.stringify(messages))))
    : JSON.stringify(messages);

/** Whether two lists of messages are the same, to the byte: what is the same object need not be written. */
const isSame = (some: readonly object[], others: readonly object[]): boolean =>
  some.length === others.length &&
  some.every((message, index) => {
    const other = others[index];
    return message === other || (other !== undefined && written([message]) === written([other]));
  });

/** The same value with the fields of its objects in order: of a class's objects the order says nothing. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, inOrder(field)]));
};

const freeze = (value: unknown): void => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const field of Object.values(value)) freeze(field);
};

const options = fc.record({
  clean: fc.boolean(),
  knownLines: fc.constant(true),
  cap: fc.constantFrom("off" as const, { maxLines: 20, maxChars: 900 }, { maxLines: 4, headLines: 0 }),
});

const sentBy = (
  form: RenderedForm,
  messages: readonly object[],
  composed: readonly object[],
  steps: Parameters<RenderedForm["write"]>[0],
) => {
  const [given, sent] = [form.texts(messages), form.texts(composed)];
  return steps.map((step, index) => ({ step, given: given[index] ?? [], sent: sent[index] ?? [] }));
};

it("the conversations that these properties are about have marks of each kind", () => {
  const [anthropic] = renderedForms;
  if (!anthropic) throw new Error("there is no form");
  const sent = fc
    .sample(conversation, 360)
    .map((steps) => written(composeAny(anthropic.write(steps), { cap: { maxLines: 30, maxChars: 900 } })));
  const count = (pattern: RegExp): number => sent.filter((text) => pattern.test(text)).length;
  expect(count(/\[\d+ lines same as lines \d+-\d+ of #/)).toBeGreaterThan(10);
  expect(count(/\[lines \d+-\d+ same as lines \d+-\d+ of #/)).toBeGreaterThan(5);
  expect(count(/ in the call of #/)).toBeGreaterThan(2);
  expect(count(/ lines elided, full output #/)).toBeGreaterThan(10);
});

describe.each(renderedForms)("messages in the form $name", (form) => {
  it("are composed alike whatever comes after them, to the byte", () => {
    fc.assert(
      fc.property(conversation, options, (steps, settings) => {
        const messages = form.write(steps);
        const whole = composeAny(messages, settings);
        const others = Array.from({ length: messages.length + 1 }, (_, count) => {
          const part = composeAny(messages.slice(0, count), settings);
          return isSame(part, whole.slice(0, count)) ? [] : [count];
        });
        expect(others.flat()).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  it("stay as they are, and so does what does not change in them", () => {
    fc.assert(
      fc.property(conversation, options, (steps, settings) => {
        const messages = form.write(steps);
        const before = written(messages);
        if (form.name !== "langchain") freeze(messages);
        const composed = composeAny(messages, settings);
        expect(written(messages)).toBe(before);
        expect(composed).toHaveLength(messages.length);
        const copied = composed.filter((message, index) => {
          const given = messages[index];
          return given !== undefined && message !== given && isSame([message], [given]);
        });
        expect(copied).toEqual([]);
        if (written(composed) === before) expect(composed).toBe(messages);
      }),
      runs,
    );
  });

  it("are composed once, however often", () => {
    fc.assert(
      fc.property(conversation, options, (steps, settings) => {
        const once = composeAny(form.write(steps), settings);
        expect(written(composeAny(once, settings))).toBe(written(once));
      }),
      runs,
    );
  });

  it("are given back by restore", () => {
    fc.assert(
      fc.property(conversation, (steps) => {
        const messages = form.write(steps);
        expect(written(restore(composeAny(messages, { clean: false })))).toBe(written(messages));
      }),
      runs,
    );
  });

  it("are given back by restore, cleaned where they are cleaned", () => {
    fc.assert(
      fc.property(conversation, (steps) => {
        const messages = form.write(steps);
        const cleaned = composeAny(messages, { knownLines: false });
        expect(written(restore(composeAny(messages)))).toBe(written(cleaned));
      }),
      runs,
    );
  });

  it("have no mark that is not true", () => {
    fc.assert(
      fc.property(conversation, (steps) => {
        const messages = form.write(steps);
        const composed = composeAny(messages, { clean: false });
        expect(findFaults(sentBy(form, messages, composed, steps))).toEqual([]);
      }),
      runs,
    );
  });

  it("are composed alike by one that remembers, grown, cut short, and changed in place", () => {
    fc.assert(
      fc.property(
        conversation,
        options,
        fc.array(fc.nat(50), { maxLength: 8 }),
        (steps, settings, counts) => {
          const composer = new Composer(resolveOptions(settings));
          const messages = form.write(steps);
          const others = [...counts, messages.length, 0, messages.length].filter((count) => {
            const part = messages.slice(0, count);
            return !isSame(composer.compose(anyForm, part), composeAny(part, settings));
          });
          expect(others).toEqual([]);
          const other = form.write(
            steps.map((step, index) => (index === 0 ? { ...step, content: ["changed"] } : step)),
          );
          for (const [index, message] of other.entries()) messages[index] = message;
          expect(written(composer.compose(anyForm, messages))).toBe(written(composeAny(other, settings)));
        },
      ),
      runs,
    );
  });
});
