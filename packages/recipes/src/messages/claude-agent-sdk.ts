import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type Options, query } from "@anthropic-ai/claude-agent-sdk";

const path = dirname(fileURLToPath(import.meta.resolve("@lembas/claude-code/package.json")));

/** Asks Claude Code with the `PostToolUse` hook of `@lembas/claude-code`, which is a plugin too. */
export const ask = (prompt: string, options: Options = {}) =>
  query({ prompt, options: { ...options, plugins: [...(options.plugins ?? []), { type: "local", path }] } });
