/** One change of a diff: at line `at` of the old text, `deleted` lines go and the lines `added` come. */
export interface Change {
  readonly at: number;
  readonly deleted: number;
  readonly added: readonly string[];
}

/** A run of lines of a text, from line `first` on. */
export interface Lines {
  readonly first: number;
  readonly lines: readonly string[];
}

/** The changes in the hunks of a unified diff, in order. */
export const parseChanges = (diff: string): Change[] => {
  const changes: { at: number; deleted: number; added: string[] }[] = [];
  let line = 0;
  let open: { at: number; deleted: number; added: string[] } | undefined;
  const change = (): { at: number; deleted: number; added: string[] } => {
    if (open === undefined) {
      open = { at: line, deleted: 0, added: [] };
      changes.push(open);
    }
    return open;
  };
  for (const row of diff.split("\n")) {
    const header = /^@@ -(\d+),(\d+) /.exec(row);
    if (header !== null) {
      open = undefined;
      line = Number(header[1]) + (header[2] === "0" ? 1 : 0);
    } else if (row.startsWith("-")) {
      change().deleted++;
      line++;
    } else if (row.startsWith("+")) {
      change().added.push(row.slice(1));
    } else if (row.startsWith(" ")) {
      open = undefined;
      line++;
    }
  }
  return changes;
};

/**
 * What lines of a text become by a change of it. A change that takes some of these lines, or puts lines between two of
 * them, puts its new lines in; others move them. `undefined` where no line is left. Specification 2.15.
 */
export const followChanges = ({ first, lines }: Lines, changes: readonly Change[]): Lines | undefined => {
  const followed: string[] = [];
  const take = (lines: readonly string[]): void => {
    for (const line of lines) followed.push(line);
  };
  let start = first;
  let moved = 0;
  let at = first;
  for (const { at: from, deleted, added } of changes) {
    const to = from + deleted;
    if (to <= first) {
      moved += added.length - deleted;
      continue;
    }
    if (from >= first + lines.length) break;
    start = Math.min(start, from);
    take(lines.slice(at - first, Math.max(from - first, 0)));
    take(added);
    at = to;
  }
  take(lines.slice(at - first));
  return followed.length === 0 ? undefined : { first: start + moved, lines: followed };
};

/** A run of lines of a text by its first and last line. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Which lines of a text some of its lines become by a change of it: as {@link followChanges}, by numbers alone, so that
 * it costs what the changes are, not what the lines are. Specification 2.15.
 */
export const followRange = (
  { first, last }: LineRange,
  changes: readonly (readonly [at: number, deleted: number, added: number])[],
): LineRange | undefined => {
  let lines = 0;
  let start = first;
  let moved = 0;
  let at = first;
  for (const [from, deleted, added] of changes) {
    const to = from + deleted;
    if (to <= first) {
      moved += added - deleted;
      continue;
    }
    if (from > last) break;
    start = Math.min(start, from);
    lines += Math.max(from - at, 0) + added;
    at = to;
  }
  lines += Math.max(last + 1 - at, 0);
  return lines === 0 ? undefined : { first: start + moved, last: start + moved + lines - 1 };
};
