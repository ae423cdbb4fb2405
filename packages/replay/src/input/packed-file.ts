import { closeSync, openSync, readSync } from "node:fs";

/** How files begin that hold no text, and what they are: a sentence's end. */
const kinds: readonly { readonly start: Buffer; readonly is: string }[] = [
  {
    start: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
    is: "is compressed: unpack it with zstd -d, and name what comes of it.",
  },
  {
    start: Buffer.from([0x1f, 0x8b]),
    is: "is compressed: unpack it with gunzip, and name what comes of it.",
  },
  {
    start: Buffer.from("SQLite format 3\0", "latin1"),
    is: "is a database, which is not read: name what the agent exports of it.",
  },
];

/**
 * What a file is that has to be unpacked, or is a database: a sentence's end. `undefined` of any other file.
 *
 * @throws the file system's Error where the file cannot be read
 * @example
 * packedFile("rollout.jsonl.zst"); // "is compressed: …"
 */
export const packedFile = (path: string): string | undefined => {
  const file = openSync(path, "r");
  try {
    const start = Buffer.alloc(16);
    const read = start.subarray(0, readSync(file, start, 0, start.length, 0));
    return kinds.find((kind) => read.subarray(0, kind.start.length).equals(kind.start))?.is;
  } finally {
    closeSync(file);
  }
};
