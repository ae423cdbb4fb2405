import { createComposer } from "@lembas/messages";
import { compare } from "./compare.js";
import { collectGarbage } from "./heap.js";
import type { Line } from "./line.js";
import { randomNumbers, sourceLines } from "./random.js";

interface Message {
  readonly role: string;
  readonly content: readonly object[];
}

const RESULTS = 1_000;
const LINES = 44;
/** One after the other, each with one result more: so few that the conversation stays as long as it is said to be. */
const CALLS = 20;

/** A call and its result: a window of one of 50 files, or of an output that nothing repeats. */
const pair = (index: number, content: string): Message[] => {
  const id = `toolu_${index}`;
  const input = { path: `src/file-${index % 50}.ts`, offset: index };
  return [
    { role: "assistant", content: [{ type: "tool_use", id, name: "read_file", input }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
  ];
};

/** A conversation of 1,000 results and 2 MB: half of them are windows that overlap. */
const conversation = (): Message[] => {
  const random = randomNumbers(1);
  const files = Array.from({ length: 50 }, (_, index) => sourceLines(400, index));
  const others = sourceLines((RESULTS * LINES) / 2, 99);
  return Array.from({ length: RESULTS }, (_, index) => {
    const from = Math.floor(random() * 350);
    const lines =
      index % 2 === 0
        ? (files[Math.floor(random() * files.length)] ?? []).slice(from, from + LINES)
        : others.slice((index >> 1) * LINES, ((index >> 1) + 1) * LINES);
    // Through JSON, so that it is one flat string, as a tool's result is.
    return pair(index, JSON.parse(JSON.stringify(lines.join(""))));
  }).flat();
};

/** 1,000 results and 2 MB, from nothing, and with one new result. */
export const messagesLines: readonly Line[] = [
  {
    name: "messages of 1,000 results and 2 MB, composed from nothing",
    bound: 3,
    measure: () => {
      const messages = conversation();
      return compare({ name: "JSON.stringify of them", run: () => JSON.stringify(messages) }, [
        { name: "createComposer().composeAnthropic", run: () => createComposer().composeAnthropic(messages) },
      ]);
    },
  },
  {
    name: "messages of 1,000 results and 2 MB, with one new result",
    bound: 0.1,
    measure: () => {
      const known = conversation();
      let messages = known;
      let { composeAnthropic } = createComposer();
      return compare(
        {
          name: `JSON.stringify of them, ${CALLS} times`,
          run: () => {
            for (let call = 0; call < CALLS; call++) JSON.stringify(known);
          },
        },
        [
          {
            name: `composeAnthropic, which knows the others, ${CALLS} times`,
            prepare: () => {
              messages = [...known];
              ({ composeAnthropic } = createComposer());
              composeAnthropic(messages);
              // What composing from nothing left behind is not what a call costs.
              collectGarbage();
            },
            run: () => {
              for (let call = 0; call < CALLS; call++) {
                messages.push(...pair(RESULTS + call, `result ${call}`));
                composeAnthropic(messages);
              }
            },
          },
        ],
      );
    },
  },
];
