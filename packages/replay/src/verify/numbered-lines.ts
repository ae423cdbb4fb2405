/** Lines of a file by number, as texts of the conversation show them. */
export type LinesByNumber = Map<number, string>;

const span = /lines (\d+)-(\d+) of (\d+) sha ([0-9a-f]{8})\]$/;

/** What the text of a read shows. */
export interface ShownRead {
  readonly sha: string;
  readonly lines: LinesByNumber;
}

/** Reads the lines back out of an inserted read; `undefined` where it shows none (a stub, a message). */
export const readShown = (text: string): ShownRead | undefined => {
  const rows = text.split("\n");
  const head = span.exec(rows[0] ?? "");
  if (!head) {
    const empty = / empty sha ([0-9a-f]{8})\]$/.exec(rows[0] ?? "");
    return empty && rows[1] === "(empty file)" ? { sha: empty[1] ?? "", lines: new Map() } : undefined;
  }
  const lines: LinesByNumber = new Map();
  const [first, last] = [Number(head[1]), Number(head[2])];
  for (let number = first; number <= last; number += 1) {
    const row = rows[1 + number - first];
    const prefix = `${number}: `;
    // A line that is cut, or begins in its middle, shows no line.
    if (row === undefined || !row.startsWith(prefix) || text.includes("\n\n(line ")) return undefined;
    lines.set(number, row.slice(prefix.length));
  }
  return { sha: head[4] ?? "", lines };
};
