import { describe } from "@lembas/arguments";

/**
 * The name of a session: a word of letters, digits, `-`, `_` and `.` that begins with none of `.` and `-`, so never a
 * path. Specification 2.17.
 *
 * @throws {TypeError} it is none
 */
export const checkSessionName = (name: unknown): string => {
  if (typeof name === "string" && /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(name)) return name;
  throw new TypeError(
    `a session's name is a word of letters, digits, "-", "_" and ".", like "session-1"; got ${describe(name)}`,
  );
};
