import type { Implementation } from "../src/runs/run-suite.js";

/** The package of this workspace that answers each suite, loaded when asked for. */
export const IMPLEMENTATIONS: Readonly<Record<string, () => Promise<Implementation>>> = {
  context: async () => (await import("./context.js")).context,
  format: async () => (await import("./format.js")).formatting,
  "jobs-note": async () => (await import("./jobs-note.js")).jobsNote,
  messages: async () => (await import("./messages.js")).messages,
  memory: async () => (await import("./memory.js")).memory,
};
