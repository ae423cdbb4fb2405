import type { ReadStep } from "./step.js";

/**
 * Lines of a file's content, from line `first` on, at most `limit`. What stands behind its final newline is no line.
 *
 * @example contentLines("1\n2\n3\n", 2, 9) // ["2", "3"]
 */
export const contentLines = (content: string, first: number, limit: number): string[] => {
  let start = 0;
  for (let line = 1; line < first; line++) {
    const end = content.indexOf("\n", start);
    if (end < 0) return [];
    start = end + 1;
  }
  const lines: string[] = [];
  while (lines.length < limit && start < content.length) {
    const end = content.indexOf("\n", start);
    lines.push(end < 0 ? content.slice(start) : content.slice(start, end));
    start = end < 0 ? content.length : end + 1;
  }
  return lines;
};

/** The lines that a read shows: as many as it asks for, or all from its first on. */
export const linesOfRead = ({ content, first, limit }: ReadStep): string[] =>
  contentLines(content, first, limit === undefined || limit < 1 ? Number.POSITIVE_INFINITY : limit);
