import { UnknownFormatError } from "../replay-values.js";

/** What stands in the way of a replay; said without a stack. */
export class CannotRun extends Error {
  readonly lines: readonly string[];

  constructor(...lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}

/** The system's word for what went wrong, where it has one. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** The message for people; of a path that is not there, or closed, the path in words. */
export const inWords = (error: unknown, path: string): string => {
  if (error instanceof CannotRun || error instanceof UnknownFormatError) return error.message;
  const code = codeOf(error);
  if (code === "ENOENT") return `There is no file or folder ${path}.`;
  if (code === "EACCES" || code === "EPERM") return `${path} may not be read.`;
  return `${path}: ${error instanceof Error ? error.message : String(error)}`;
};
