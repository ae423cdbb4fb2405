const HEAD = /^\[(#[0-9a-f]{6,64})\]$/;
const MARK = /^\[(\d+) lines same as lines (\d+)-(\d+) of (#[0-9a-f]{6,64}), from "(.*?)…?" to "(.*?)…?"\]$/u;

/**
 * Reads outputs as a model would: each without its head, with the lines in it that its marks stand for. Written from what
 * the marks say, and not from the code that writes them.
 *
 * @throws {Error} a mark says what is not so
 */
export const readOutputs = (outputs: readonly string[]): readonly (readonly string[])[] => {
  const byId = new Map<string, readonly string[]>();
  return outputs.map((output) => {
    const [first = "", ...rest] = output.split("\n");
    const id = HEAD.exec(first)?.[1];
    const rows = id === undefined ? [first, ...rest] : rest;
    const lines = rows.flatMap((row) => {
      const [, count, from, to, source = "", begins = "", ends = ""] = MARK.exec(row) ?? [];
      if (count === undefined) return [row];
      const own = byId.get(source)?.slice(Number(from) - 1, Number(to));
      if (own?.length !== Number(count)) throw new Error(`the lines do not stand there: ${row}`);
      if (!own[0]?.startsWith(begins) || !own.at(-1)?.startsWith(ends))
        throw new Error(`other words: ${row}`);
      return own;
    });
    if (id !== undefined) {
      if (byId.has(id)) throw new Error(`two results are called ${id}`);
      byId.set(id, lines);
    }
    return lines;
  });
};
