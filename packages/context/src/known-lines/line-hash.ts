/** What makes the hashes of lines unforeseeable: nobody can write lines that all collide. */
export interface LineKey {
  readonly seed: number;
  readonly multiplier: number;
}

const randomOdd = (): number => Math.floor(Math.random() * 2 ** 32) | 1;

let processKey: LineKey | undefined;

/** One key for the process: hashes only find candidates, so nothing that is printed depends on it. */
export const lineKey = (): LineKey => {
  processKey ??= { seed: randomOdd(), multiplier: randomOdd() };
  return processKey;
};

/** How many lines a block has. Specification 2.20. */
export const BLOCK_LINES = 8;

// Any odd number does: what it combines is keyed already.
const BLOCK_MULTIPLIER = 0x2c1b3c6d;

/**
 * The hash of the block that begins at each line, of lines that stand one after the other; where fewer than eight
 * lines follow it is of no use.
 */
export const blockHashes = (hashes: Int32Array): Int32Array => {
  let leaving = 1;
  for (let line = 1; line < BLOCK_LINES; line++) leaving = Math.imul(leaving, BLOCK_MULTIPLIER);
  const blocks = new Int32Array(hashes.length);
  let hash = 0;
  for (let line = 0; line < hashes.length; line++) {
    const first = line - BLOCK_LINES;
    if (first >= 0) hash = (hash - Math.imul(hashes[first] ?? 0, leaving)) | 0;
    hash = (Math.imul(hash, BLOCK_MULTIPLIER) + (hashes[line] ?? 0)) | 0;
    if (first >= -1) blocks[first + 1] = hash;
  }
  return blocks;
};
