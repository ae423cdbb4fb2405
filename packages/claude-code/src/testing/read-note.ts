/** A Read as the model sees it: what it asked for, and the lines that are shown under their numbers. */
export interface SeenRead {
  readonly tool: string;
  readonly path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly shown: ReadonlyMap<number, string>;
}

/** The lines of a result of Read, by their numbers; lines without a number are none. */
export const readShown = (text: string): Map<number, string> => {
  const shown = new Map<number, string>();
  for (const row of text.split("\n")) {
    // The program cuts white space off the end of a result that it adds something to.
    const [, digits, line = ""] = /^ *([0-9]+)(?:\t(.*))?$/su.exec(row) ?? [];
    if (digits !== undefined) shown.set(Number(digits), line);
  }
  return shown;
};

const NOTE =
  /^This Read shows lines? (\d+)(?:-(\d+))?\. The others stand above and are not shown again: (.*)\. Nothing is missing\. The same Read made again at once shows every line\.$/su;

const asksFor = ({ tool, offset, limit }: SeenRead): string => {
  if (limit !== undefined) return `${tool} of lines ${offset ?? 1}-${(offset ?? 1) + limit - 1}`;
  return offset === undefined ? tool : `${tool} from line ${offset} on`;
};

const find = (name: string, path: string, earlier: readonly SeenRead[]): SeenRead => {
  const [, which, asked, file = path] =
    /^the (?:(\d+)(?:st|nd|rd|th) )?(.*?)(?: of (\/.*))? above$/su.exec(name) ?? [];
  const named = earlier.filter((read) => read.path === file && asksFor(read) === asked);
  if (which === undefined && named.length !== 1) throw new Error(`${named.length} calls are called ${name}`);
  const read = named[Number(which ?? 1) - 1];
  if (read === undefined) throw new Error(`no call is called ${name}`);
  return read;
};

/**
 * Reads a Read with its note as a model would: every line that it stands for, by its number. Written from what the note
 * says, and not from the code that writes it.
 *
 * @throws {Error} the note says what is not so
 */
export const readNote = (
  note: string,
  shown: ReadonlyMap<number, string>,
  path: string,
  earlier: readonly SeenRead[],
) => {
  const [, first, last = first, said] = NOTE.exec(note) ?? [];
  if (first === undefined || said === undefined) throw new Error(`not a note: ${note}`);
  const numbers = [...shown.keys()];
  if (numbers[0] !== Number(first) || numbers.at(-1) !== Number(last))
    throw new Error(`other lines are shown: ${note}`);
  const lines = new Map(shown);
  const parts = said.split(/; (?=lines \d)/u);
  for (const part of parts) {
    const place = /^lines (\d+)-(\d+) as in (.*)$/su.exec(part);
    const moved =
      /^lines (\d+)-(\d+) same as lines (\d+)-(\d+) of (the .*? above)(?:, from "(.*?)"(?: to "(.*?)")?)?$/su.exec(
        part,
      );
    const [, from, to, name] = place ?? [];
    const [, here, end, there, stop, other, head] = moved ?? [];
    const start = Number(from ?? here);
    const count = Number(to ?? end) - start + 1;
    const source = find(name ?? other ?? "", path, earlier);
    const origin = Number(from ?? there);
    if (stop !== undefined && Number(stop) - origin + 1 !== count) throw new Error(`counts differ: ${part}`);
    for (let index = 0; index < count; index++) {
      const line = source.shown.get(origin + index);
      if (line === undefined) throw new Error(`line ${origin + index} does not stand there: ${part}`);
      if (lines.has(start + index)) throw new Error(`line ${start + index} is told twice: ${note}`);
      lines.set(start + index, line);
    }
    if (head !== undefined) {
      const words = Array.from({ length: count }, (_, index) => lines.get(start + index) ?? "").find((line) =>
        line.trim(),
      );
      if (!words?.replace(/\s+/gu, " ").trim().startsWith(head.replace(/…$/u, "")))
        throw new Error(`other words: ${part}`);
    }
  }
  return new Map([...lines].sort(([one], [other]) => one - other));
};
