import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "@lembas/build/testing";
import { type Insertion, isTextBlock } from "@lembas/context";
import { createInMemoryStore, createMemory } from "@lembas/memory";
import { expect, it, onTestFinished, vi } from "vitest";
import { type CodingTool, codingTools } from "../coding-tools.js";
import { Script } from "./script.js";
import { DOT } from "./test-recipe.js";

/** A tool that gives what it found, composed by nobody. */
export interface PlainTool extends Pick<CodingTool, "name" | "description" | "schema"> {
  /** Runs it on its arguments, or on the JSON text of them. */
  readonly run: (args: unknown) => Promise<Pick<Insertion, "text" | "blocks">>;
}

const plain = ({ run, ...tool }: CodingTool): PlainTool => ({
  ...tool,
  run: async (sent) => {
    const args = typeof sent === "string" ? JSON.parse(sent) : sent;
    const result = await run(args, "", undefined);
    if ("op" in result && result.op === "read") {
      const { content, offset = 1, limit = Number.POSITIVE_INFINITY } = result;
      const lines = content.split("\n").slice(Number(offset) - 1);
      return { text: lines.slice(0, Number(limit)).join("\n") };
    }
    if ("text" in result && typeof result.text === "string") return { text: result.text };
    const { blocks = [] } = "blocks" in result ? result : {};
    return { text: blocks.flatMap((block) => (isTextBlock(block) ? block.text : [])).join("\n"), blocks };
  },
});

const line = (number: number): string =>
  `export const value${number} = compute(${number}, "line ${number}");`;

const lines = (first: number, last: number, of: (number: number) => string): string =>
  Array.from({ length: last - first + 1 }, (_, index) => of(first + index)).join("\n");

const quote = (number: number): string => `"${line(number).slice(0, 30)}…"`;

/** What the results must be when they are sent: the second read names what the first one shows. */
const SENT = [
  `[#74196f]\n${lines(1, 30, line)}`,
  `[#1b68f8]\n[20 lines same as lines 11-30 of #74196f, from ${quote(11)} to ${quote(30)}]\n${lines(31, 40, line)}`,
  `[#ff1c85]\n${lines(1, 600, String)}\n[exited with 3]`,
];

/** Sets what a client takes from the environment, until the test is over. */
export const setEnvironment = (variables: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
};

/** Puts a recipe with messages to the test: it asks the model of the script, which has the tools. */
export const testMessagesRecipe = (
  name: string,
  ask: (script: Script, tools: readonly PlainTool[]) => Promise<string>,
): void => {
  it(`${name}, with messages: an overlapping read is marked; images, exit codes and ends stay`, async () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, "values.js"), lines(1, 60, line));
    writeFileSync(join(folder, "dot.png"), DOT, "base64");
    const script = new Script([
      [["read", { path: "values.js", offset: 1, limit: 30 }]],
      [
        ["read", { path: "values.js", offset: 11, limit: 30 }],
        ["look", { path: "dot.png" }],
      ],
      [["bash", { command: "seq 600; exit 3" }]],
      "Done.",
    ]);
    const { tools } = codingTools(folder, createMemory({ store: createInMemoryStore() }));
    const own = tools.filter(({ name: tool }) => ["read", "look", "bash"].includes(tool));
    expect(await ask(script, own.map(plain))).toBe("Done.");
    expect(script.requests).toHaveLength(4);
    const results = script.requests.map((texts) => texts.filter((text) => text.startsWith("[#")));
    expect(results).toEqual([[], SENT.slice(0, 1), SENT.slice(0, 2), SENT]);
    expect(script.raw.at(-1)).toContain(DOT);
    expect(script.raw.at(-1)).toContain("image/png");
  });
};
