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

/** What the line that leaves a block has been multiplied with since it came. */
const LEAVING = Array.from({ length: BLOCK_LINES - 1 }).reduce<number>(
  (product) => Math.imul(product, BLOCK_MULTIPLIER),
  1,
);

/** The hash of a block from that of the block one line before, of the line that leaves it, and of the one that comes. */
export const nextBlock = (block: number, leaving: number, coming: number): number =>
  (Math.imul((block - Math.imul(leaving, LEAVING)) | 0, BLOCK_MULTIPLIER) + coming) | 0;
