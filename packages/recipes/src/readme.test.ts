import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "@lembas/build/testing";
import { expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

const WITH_MESSAGES = [
  "messages/ai-sdk",
  "messages/langchain",
  "messages/openai-chat",
  "messages/openai-responses",
  "messages/openai-agents",
  "messages/anthropic",
  "messages/claude-agent-sdk",
];

const RECIPES = ["ai-sdk", "langchain", "openai-agents", "claude-agent-sdk", "anthropic"];

it.each(WITH_MESSAGES)("%s has at most 15 lines", (name) => {
  expect(read(`${name}.ts`).split("\n").length - 1).toBeLessThanOrEqual(15);
});

it.each(RECIPES)("%s has under 40 lines", (name) => {
  expect(read(`${name}.ts`).split("\n").length - 1).toBeLessThan(40);
});

it("the host has under 100 lines", () => {
  expect(read("host.ts").split("\n").length - 1).toBeLessThan(100);
});

it.each([...WITH_MESSAGES, "host", ...RECIPES])("%s stands in the README as it is", (name) => {
  expect(read("../README.md")).toContain(`\n\`\`\`ts\n${read(`${name}.ts`)}\`\`\`\n`);
});

it("recipes compile under plain strict", () => {
  const folder = scratchFolder();
  const files = ["host", "coding-tools", ...WITH_MESSAGES, ...RECIPES].map((name) =>
    fileURLToPath(new URL(`${name}.ts`, import.meta.url)),
  );
  const compilerOptions = {
    strict: true,
    module: "nodenext",
    target: "es2022",
    noEmit: true,
    skipLibCheck: true,
    typeRoots: [fileURLToPath(new URL("../node_modules/@types", import.meta.url))],
    types: ["node"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  expect(stdout).toBe("");
});
