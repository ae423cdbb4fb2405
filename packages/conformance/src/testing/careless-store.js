// A store in one file that takes no lock and writes in place: what storeProcessSuite must find.
import { mkdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

export default (name) => {
  mkdirSync(process.env["FILE_STORES"], { recursive: true });
  const path = join(process.env["FILE_STORES"], `${name}.careless`);
  const read = async () => {
    try {
      const text = await readFile(path, "utf8");
      return { entries: text.split("\n").filter(Boolean), revision: text };
    } catch {
      return { entries: [], revision: "" };
    }
  };
  return {
    read,
    update: async (_target, change) => {
      const outcome = change((await read()).entries);
      const text = outcome.entries.join("\n");
      await writeFile(path, text.slice(0, text.length / 2));
      await writeFile(path, text);
      return outcome.value;
    },
  };
};
