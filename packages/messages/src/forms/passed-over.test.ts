import { expect, it } from "vitest";
import { composeAnthropic, composeChat, composeModelMessages, composeResponses } from "../index.js";

type Compose = (
  messages: readonly never[],
  options: { readonly onSkipped: (skipped: object) => void },
) => unknown;

/** The places of the messages of which a host is told that they are of no form that is known. */
const passedOver = (compose: Compose, messages: readonly unknown[]): unknown[] => {
  const told: object[] = [];
  compose(messages as readonly never[], { onSkipped: (skipped) => told.push(skipped) });
  return told.map((skipped) => {
    expect(skipped).toMatchObject({ reason: "unknown-message" });
    return "message" in skipped && skipped.message;
  });
};

const turns = ["user", "assistant", "system"].map((role) => ({ role, content: "words" }));

it.each<[string, Compose, readonly unknown[], readonly unknown[]]>([
  [
    "anthropic",
    composeAnthropic,
    [...turns, { role: "user" }, { role: "user", content: [null, "words"] }],
    [null, { content: "words" }, { role: "tool", content: [] }, { role: "user", content: 5 }],
  ],
  [
    "chat",
    composeChat,
    [...turns, { role: "developer" }, { role: "assistant", tool_calls: [null] }],
    [null, { content: "words" }, { role: "tool", content: "words" }],
  ],
  [
    "responses",
    composeResponses,
    [
      ...turns,
      { type: "compaction" },
      { type: "function_call" },
      { type: "function_call", call_id: "call_1" },
    ],
    [null, { content: "words" }, { call_id: "call_1" }],
  ],
  [
    "model messages",
    composeModelMessages,
    [...turns, { role: "tool", content: [] }, { role: "user", content: [null] }],
    [null, { content: "words" }, { role: "developer", content: [] }, { role: "user", content: 5 }],
  ],
])("tells of messages of no known form, and of no others: %s", (_, compose, known, unknown) => {
  expect(passedOver(compose, known)).toEqual([]);
  expect(passedOver(compose, unknown)).toEqual(unknown.map((_message, index) => index));
});
