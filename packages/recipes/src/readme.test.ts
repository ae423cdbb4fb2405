import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

const RECIPES = ["ai-sdk", "langchain", "openai-agents", "claude-agent-sdk", "anthropic", "openai"];

it.each(RECIPES)("%s has under 40 lines", (name) => {
  expect(read(`${name}.ts`).split("\n").length - 1).toBeLessThan(40);
});

it.each(["host", ...RECIPES])("%s stands in the README as it is", (name) => {
  expect(read("../README.md")).toContain(`\n\`\`\`ts\n${read(`${name}.ts`)}\`\`\`\n`);
});
