import { readSync } from "node:fs";

/** Bytes that are read where they are needed, never all at once. */
export interface ByteSource {
  readonly size: number;
  /** Fills as much of the buffer as there is from this place on, and says how much. */
  readonly fill: (buffer: Buffer, position: number) => number;
}

/** An open file's bytes: those that it has now. */
export const fileSource = (file: number, size: number): ByteSource => ({
  size,
  fill: (buffer, position) => {
    let filled = 0;
    while (filled < buffer.length) {
      const count = readSync(file, buffer, filled, buffer.length - filled, position + filled);
      if (count === 0) break;
      filled += count;
    }
    return Math.min(filled, Math.max(size - position, 0));
  },
});

/** Bytes in memory. */
export const bufferSource = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  fill: (buffer, position) => bytes.copy(buffer, 0, position),
});

/** From which byte on, and up to which. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The text in a place. */
export const readPlace = (source: ByteSource, { start, end }: Place): string => {
  const buffer = Buffer.allocUnsafe(end - start);
  return buffer.toString("utf8", 0, source.fill(buffer, start));
};
