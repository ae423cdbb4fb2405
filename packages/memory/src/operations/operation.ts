import { isJsonObject } from "@lembas/arguments";
import { wellFormed } from "@lembas/format";

/**
 * One operation as models send it: any field may be missing or hold anything. `new_text` stands in for `content`.
 *
 * @example
 * const operation: MemoryOperation = { action: "replace", old_text: "tea", content: "Prefers green tea." };
 */
export interface MemoryOperation {
  readonly action?: unknown;
  readonly content?: unknown;
  readonly new_text?: unknown;
  readonly old_text?: unknown;
}

/** What an operation says, in texts; `""` is what is absent, blank or no text. */
export interface Operation {
  readonly action: string;
  readonly content: string;
  readonly oldText: string;
}

/**
 * What reading something that a model sent gives. Where that throws it says nothing: no JSON value does so, but a getter
 * or a proxy may.
 */
export const readSafely = <Value>(read: () => Value, nothing: Value): Value => {
  try {
    return read();
  } catch {
    return nothing;
  }
};

const readText = (value: unknown): string => (typeof value === "string" ? wellFormed(value).trim() : "");

const readLines = (value: unknown): string => readText(value).replace(/\r\n?/g, "\n");

const NOTHING: Operation = { action: "", content: "", oldText: "" };

/** Reads an operation; what is not an object says nothing. Specification 3.2. */
const readOperation = (operation: unknown): Operation => {
  if (!isJsonObject(operation)) return NOTHING;
  const { action, content, new_text, old_text } = operation;
  return {
    action: readText(action),
    content: readLines(content) || readLines(new_text),
    oldText: readLines(old_text),
  };
};

/** How many operations a list has, without a look at them. */
export const countOperations = (operations: unknown): number =>
  readSafely(() => (Array.isArray(operations) ? operations.length : 0), 0);

/** Reads a list of operations; what is not a list has none. Specification 3.2. */
export const readOperations = (operations: unknown): Operation[] =>
  readSafely(
    () =>
      Array.isArray(operations)
        ? Array.from(operations, (operation) => readSafely(() => readOperation(operation), NOTHING))
        : [],
    [],
  );
