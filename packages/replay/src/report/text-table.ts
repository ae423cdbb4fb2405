import { countCharacters } from "@lembas/format";

/**
 * A table for people: the first column to the left, all others to the right. A row of no cells is a rule.
 *
 * @example
 * textTable([["step", "given"], [], ["read", "1,204"]]);
 */
export const textTable = (rows: readonly (readonly string[])[]): string => {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, countCharacters(cell));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => {
        const fill = " ".repeat((widths[at] ?? 0) - countCharacters(cell));
        return at === 0 ? cell + fill : fill + cell;
      })
      .join("  ")
      .trimEnd();
  const rule = "─".repeat(widths.reduce((sum, width) => sum + width, 0) + 2 * (widths.length - 1));
  return rows.map((row) => (row.length === 0 ? rule : line(row))).join("\n");
};
