import { type AnsweredCall, type ApiRequest, answeredCalls } from "@lembas/build/scripted-api";
import { composeAnthropic, composeChat, composeResponses } from "@lembas/messages";
import { MessagesVerifier } from "../verify/messages-verifier.js";

/** The messages of a request as the rules compose them, byte for byte. */
export const composedByRules = ({ body }: ApiRequest): unknown => {
  if ("input" in body) return composeResponses(body["input"] as object[]);
  if ("system" in body) return composeAnthropic(body["messages"] as { role: string }[]);
  return composeChat(body["messages"] as { role: string }[]);
};

/** What an independent reader finds of the marks of a request, beside the same request without them. */
export const readMarks = (
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
