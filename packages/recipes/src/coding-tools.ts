import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ContentBlock, LedgerStep } from "@lembas/context";
import { jobNote } from "@lembas/jobs-note";
import { watchCommand } from "@lembas/jobs-note/node";
import type { Memory } from "@lembas/memory";

/** What a tool gives, and what it was asked for. */
type Result = LedgerStep | { text: string } | { blocks: ContentBlock[] };

/** A JSON Schema of a tool's arguments, in the one type that every framework takes. */
export interface ToolSchema {
  type: "object";
  properties: Record<string, object>;
  required: string[];
  [keyword: string]: unknown;
}

/** A tool of the coding agent. It throws where it fails. */
export interface CodingTool {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolSchema;
  // biome-ignore lint/suspicious/noExplicitAny: a model's arguments, which the frameworks check by the schema
  readonly run: (args: any, callId: string, signal: AbortSignal | undefined) => Result | Promise<Result>;
}

const schema = (required: string[], optional: string[] = []): ToolSchema => ({
  type: "object",
  properties: Object.fromEntries([
    ...required.map((name) => [name, { type: "string" }]),
    ...optional.map((name) => [name, { type: "number" }]),
  ]),
  required,
});

const RANGE = ["offset", "limit"];

/** The tools of a small coding agent that works in a folder, and the notes of those of its jobs that have ended. */
export const codingTools = (folder: string, memory: Memory): { tools: CodingTool[]; notes: string[] } => {
  const notes: string[] = [];
  let jobs = 0;
  const read = async (path: string): Promise<string> => {
    try {
      return await readFile(join(folder, path), "utf8");
    } catch {
      throw new Error(`there is no file ${path}`);
    }
  };
  return {
    notes,
    tools: [
      {
        name: "read",
        description: "Shows lines of a file.",
        schema: schema(["path"], RANGE),
        run: async ({ path, ...range }) => ({ op: "read", path, content: await read(path), ...range }),
      },
      {
        name: "edit",
        description: "Puts new_text in the place of old_text in a file.",
        schema: schema(["path", "old_text", "new_text"]),
        run: async ({ path, old_text, new_text }) => {
          const before = await read(path);
          const after = before.replace(old_text, () => new_text);
          await writeFile(join(folder, path), after);
          return { op: "edit", path, before, after };
        },
      },
      {
        name: "grep",
        description: "Finds the lines that hold a text, in all files.",
        schema: schema(["pattern"]),
        run: async ({ pattern }) => {
          const paths = (await readdir(folder)).sort();
          const files = await Promise.all(paths.map(async (path) => ({ path, text: await read(path) })));
          const lines = files.flatMap(({ path, text }) =>
            text.split("\n").map((line, index) => ({ line, place: `${path}:${index + 1}` })),
          );
          const found = lines.filter(({ line }) => line.includes(pattern));
          return { text: found.map(({ line, place }) => `${place}: ${line}`).join("\n") };
        },
      },
      {
        name: "bash",
        description: "Runs a command.",
        schema: schema(["command"]),
        run: async ({ command }, _callId, signal) => {
          // A group of its own, so that an abort ends what the shell has started too.
          const child = spawn(command, { shell: true, cwd: folder, signal, detached: true });
          // Of more output its last characters are kept, with an ellipsis before them.
          const job = watchCommand(child, { id: "bash", command, keepChars: 10_000_000 });
          const { exit, signal: killer, error, unread = "" } = await job.ended;
          job.dispose();
          signal?.throwIfAborted();
          if (exit === 0) return { text: unread };
          const printed = unread === "" || unread.endsWith("\n") ? unread : `${unread}\n`;
          return {
            text: `${printed}[${error ?? (killer ? `stopped by ${killer}` : `exited with ${exit}`)}]`,
          };
        },
      },
      {
        name: "start",
        description: "Starts a command in the background. A note tells when it has ended.",
        schema: schema(["command"]),
        run: ({ command }) => {
          jobs += 1;
          const id = `job${jobs}`;
          const child = spawn(command, { shell: true, cwd: folder, detached: true });
          const job = watchCommand(child, { id, command });
          job.ended.then((record) => {
            notes.push(jobNote(record));
            job.dispose();
          });
          return { text: `Started as ${id}.` };
        },
      },
      {
        name: "recall",
        description: "Shows lines of an earlier result, by its id.",
        schema: schema(["target"], RANGE),
        run: ({ target, ...range }) => ({ op: "recall", target, ...range }),
      },
      {
        name: "look",
        description: "Shows an image.",
        schema: schema(["path"]),
        run: async ({ path }) => ({
          blocks: [
            { type: "text", text: path },
            { type: "image", data: await readFile(join(folder, path), "base64"), mimeType: "image/png" },
          ],
        }),
      },
      {
        name: memory.tool.name,
        description: memory.tool.description,
        schema: {
          type: "object",
          properties: memory.tool.schema.properties,
          required: [],
        },
        run: async (args, callId) => ({ text: (await memory.call(args, { operationId: callId })).text }),
      },
    ],
  };
};
