import { open } from "node:fs/promises";

/** One line of a file: its text, its number from 1, and how many bytes of the file are read when it ends. */
export interface FileLine {
  readonly text: string;
  readonly number: number;
  readonly bytes: number;
}

const chunkBytes = 1 << 20;

/**
 * The lines of a file, one by one, ended by `\n` alone (JSON texts may hold any other line separator). Holds one
 * chunk of 1 MB and the line that it is in.
 *
 * @throws the file system's Error where the file cannot be read
 * @example
 * for await (const { text, number } of linesOfFile("session.jsonl")) console.log(number, text);
 */
export async function* linesOfFile(path: string): AsyncGenerator<FileLine> {
  const file = await open(path, "r");
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    let pending: Buffer[] = [];
    let number = 0;
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunkBytes);
      if (bytesRead === 0) break;
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0 && end < bytesRead; end = chunk.indexOf(10, start)) {
        pending.push(chunk.subarray(start, end));
        number += 1;
        yield { text: Buffer.concat(pending).toString("utf8"), number, bytes: bytes + end + 1 };
        pending = [];
        start = end + 1;
      }
      if (start < bytesRead) pending.push(Buffer.from(chunk.subarray(start, bytesRead)));
      bytes += bytesRead;
    }
    if (pending.length > 0)
      yield { text: Buffer.concat(pending).toString("utf8"), number: number + 1, bytes };
  } finally {
    await file.close();
  }
}
