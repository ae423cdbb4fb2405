import { mkdtempSync, rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "@lembas/files";
import { createFileStore } from "@lembas/memory/node";
import { compare, wallClock } from "./compare.js";
import type { Line } from "./line.js";

const entries = Array.from(
  { length: 20 },
  (_, index) => `Fact number ${index} about how this project is built.`,
);

/** What no durable change can do without: the bytes on the disk, the name over the old one, the name on the disk. */
const replaceBare = async (folder: string, text: string): Promise<void> => {
  const temporary = join(folder, "bare.tmp");
  const file = await open(temporary, "w", 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  await rename(temporary, join(folder, "bare.md"));
  const parent = await open(folder, "r");
  await parent.sync();
  await parent.close();
};

/** A change of a file store: half as many a second as bare replacements, or more. */
export const fileStoreLine: Line = {
  name: "file store, one change",
  bound: 2,
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-"));
    const store = createFileStore({ folder: join(folder, "memory") });
    let changes = 0;
    try {
      return await compare(
        {
          name: "write, flush, rename, flush of the folder",
          run: () => replaceBare(folder, `${entries.join("\n§\n")}\n${changes++}\n`),
        },
        [
          {
            name: "store.update",
            run: () =>
              store.update("memory", () => ({ entries: [...entries, `${changes++}`], ops: [], value: null })),
          },
          {
            name: "replaceFile of @lembas/files",
            run: () => replaceFile(join(folder, "files.md"), `${entries.join("\n§\n")}\n${changes++}\n`),
          },
        ],
        wallClock,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
