import type { Texts } from "./texts.js";

/**
 * A job as its note calls it: its id, and what it is about in brackets: `job3 (npm test)`. Specification 4.3.
 */
export const nameJob = (id: unknown, about: string, texts: Texts): string => {
  const name = texts.label(id) || "job";
  return about === "" ? name : `${name} (${about})`;
};

/** A subagent as its note calls it: `job4 (explore: find the config loader)`. Specification 4.3. */
export const nameSubagent = (id: unknown, agent: unknown, description: unknown, texts: Texts): string =>
  nameJob(id, [texts.label(agent), texts.label(description)].filter(Boolean).join(": "), texts);

/** Where the whole output is, at the end of the header line. Specification 4.12. */
export const wholeOutput = (log: unknown, texts: Texts): string => {
  const path = texts.oneLine(log);
  return path === "" ? "" : ` Whole output: ${path}`;
};
