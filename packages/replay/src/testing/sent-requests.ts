import { type AnsweredCall, type ApiRequest, answeredCalls } from "@lembas/build/scripted-api";
import { composeAnthropic, composeChat, composeResponses } from "@lembas/messages";
import { expect } from "vitest";
import { MessagesVerifier } from "../verify/messages-verifier.js";

/** The messages of a request as the rules compose them, byte for byte. */
const composedByRules = ({ body }: ApiRequest): unknown => {
  if ("input" in body) return composeResponses(body["input"] as object[]);
  if ("system" in body) return composeAnthropic(body["messages"] as { role: string }[]);
  return composeChat(body["messages"] as { role: string }[]);
};

/** What an independent reader finds of the marks of a request, beside the same request without them. */
const readMarks = (
  sent: ApiRequest,
  plain: ApiRequest,
): { readonly marks: number; readonly wrong: number; readonly examples: readonly unknown[] } => {
  const given = new Map(answeredCalls(plain).map((call): [string, AnsweredCall] => [call.id, call]));
  const verifier = new MessagesVerifier();
  for (const { id, name, input, text } of answeredCalls(sent)) {
    const whole = given.get(id)?.text ?? "";
    verifier.insert({ op: "output", id, tool: name, args: input, given: whole, text: whole }, text);
  }
  return verifier.verdict;
};

/**
 * Holds what a program sent to the rules: each request is what they make of the one that it sends without the package,
 * and every mark is true by a reader of its own.
 *
 * @param comparable a request's body as text, without what the package adds to the system prompt
 */
export const expectByRules = (
  sent: readonly ApiRequest[],
  plain: readonly ApiRequest[],
  comparable: (body: ApiRequest["body"]) => string,
): void => {
  expect(sent).toHaveLength(plain.length);
  let marks = 0;
  for (const [index, request] of sent.entries()) {
    const before = plain[index];
    if (before === undefined) throw new Error("nothing to compare with");
    const field = "input" in before.body ? "input" : "messages";
    const expected = { ...before.body, [field]: composedByRules(before) };
    expect(comparable(request.body)).toBe(comparable(expected));
    const read = readMarks(request, before);
    expect(read).toMatchObject({ wrong: 0, examples: [] });
    marks = Math.max(marks, read.marks);
  }
  expect(marks).toBeGreaterThan(8);
};
