import { expect, it } from "vitest";
import { type Composed, createComposer, explain } from "../index.js";

const call = (id: string) => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name: "bash", input: { command: "date" } }],
});
const result = (id: string, content: string) => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content }],
});

/** How many results of a conversation are new to a composer, asked for one conversation after the other. */
const newResults = (
  conversations: readonly number[],
  content: (conversation: number) => string,
): number[] => {
  const told: Composed[] = [];
  const { composeAnthropic } = createComposer({ onComposed: (composed) => told.push(composed) });
  for (const id of conversations) composeAnthropic([call(`call_${id}`), result(`call_${id}`, content(id))]);
  return told.map(({ results }) => results.length);
};

it("remembers the latest 32 conversations", () => {
  const first = Array.from({ length: 33 }, (_, index) => index);
  const asked = newResults([...first, 2, 0, 32], (id) => `result ${id}`);
  expect(asked.slice(0, 33).every((count) => count === 1)).toBe(true);
  expect(asked.slice(33)).toEqual([0, 1, 0]);
});

it("does not call a result capped that has its head only once it is cleaned", () => {
  const [head] = explain([call("call_1"), result("call_1", "text")]).map(({ id }) => `[${id}]`);
  const messages = [call("call_1"), result("call_1", `\u001b[0m${head}\ntext`)];
  expect(explain(messages)).toMatchObject([{ capped: false, marks: [], shown: `\u001b[0m${head}\ntext` }]);
});
