import type { Change } from "./recorded.js";

/** One file of a patch and how it changes. */
export interface PatchedFile {
  readonly path: string;
  readonly changes: Change[];
}

/**
 * Reads a patch in the `*** Begin Patch` form: files added, deleted and updated by hunks that have context but no
 * line numbers. A file that is moved changes in a way that is not known.
 *
 * @example
 * parsePatch("*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"); // [{ path: "a", changes: [{ kind: "whole", … }] }]
 */
export const parsePatch = (text: string): PatchedFile[] => {
  const files: PatchedFile[] = [];
  let added: string[] | undefined;
  let hunk: { old: string[]; new: string[] } | undefined;
  let file: PatchedFile | undefined;
  const closeHunk = (): void => {
    if (file && hunk && hunk.old.length + hunk.new.length > 0) file.changes.push({ kind: "hunk", ...hunk });
    hunk = undefined;
  };
  const close = (): void => {
    closeHunk();
    if (file && added)
      file.changes.push({ kind: "whole", before: null, after: added.map((line) => `${line}\n`).join("") });
    if (file) files.push(file);
    added = undefined;
    file = undefined;
  };
  for (const line of text.split("\n")) {
    const head = /^\*\*\* (Add|Delete|Update) File: (.+)$/.exec(line);
    if (head) {
      close();
      file = { path: head[2] ?? "", changes: [] };
      if (head[1] === "Add") added = [];
      if (head[1] === "Delete") file.changes.push({ kind: "whole", after: null });
    } else if (line.startsWith("*** Move to: ")) file?.changes.push({ kind: "unknown" });
    else if (line.startsWith("*** ")) continue;
    else if (added) {
      if (line.startsWith("+")) added.push(line.slice(1));
    } else if (line.startsWith("@@")) closeHunk();
    else if (file && /^[ +-]/.test(line)) {
      hunk ??= { old: [], new: [] };
      if (line[0] !== "+") hunk.old.push(line.slice(1));
      if (line[0] !== "-") hunk.new.push(line.slice(1));
    } else if (file && hunk && line === "") {
      hunk.old.push("");
      hunk.new.push("");
    }
  }
  close();
  return files.filter(({ changes }) => changes.length > 0);
};
