import { type Memory, type MemoryPolicy, type MemoryTool, withholdReason } from "@lembas/memory";
import type { HistoryChange } from "@lembas/memory/node";
import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { messageOf } from "./message-of.js";

/** What a store knows of its past: that of `createFileStore({ folder, history: true })` does. */
export interface MemoryHistory {
  /** The changes of a target that stand, the latest last. */
  changes(target: string): Promise<readonly HistoryChange[]>;
  /** Takes the last of them back, and gives it; undefined where there is none, or the entries are others by now. */
  undo(target: string): Promise<HistoryChange | undefined>;
}

/** What a tool gives: a text for the model, and whether it was done. */
interface Answer {
  readonly ok: boolean;
  readonly text: string;
}

/** A tool of the server. */
export interface ServerTool {
  readonly tool: Tool;
  readonly run: (toolArguments: unknown) => Promise<Answer>;
}

/** How many changes a model is shown. */
const SHOWN_CHANGES = 20;

const describeTool = ({ name, description, schema }: MemoryTool, annotations: object): Tool => ({
  name,
  description,
  // It is JSON, which its type leaves open.
  inputSchema: schema as Tool["inputSchema"],
  annotations: { openWorldHint: false, ...annotations },
});

/** The tool that changes the memory. */
export const changeTool = (memory: Memory): ServerTool => ({
  tool: describeTool(memory.tool, { title: "Memory" }),
  run: (toolArguments) => memory.call(toolArguments),
});

/** The tool that reads it, for clients that show neither instructions nor resources. */
export const readTool = (memory: Memory): ServerTool => ({
  tool: describeTool(memory.readTool, { title: "Read the memory", readOnlyHint: true }),
  run: (toolArguments) => memory.read(toolArguments),
});

/** What the tools of the history are made of. */
interface HistoryTools {
  readonly history: MemoryHistory;
  readonly targets: readonly string[];
  readonly policies: readonly MemoryPolicy[];
}

/** An entry on one line; one that a policy withholds is not shown here either. */
const showEntry = (entry: string, target: string, policies: readonly MemoryPolicy[]): string => {
  const reason = withholdReason(policies, entry, target);
  return reason === undefined ? JSON.stringify(entry) : `[withheld: ${reason}]`;
};

const list = (words: string, entries: readonly string[], target: string, policies: readonly MemoryPolicy[]) =>
  entries.map((entry) => `${words} ${showEntry(entry, target, policies)}`);

/** The target that a call names, or the sentence for one that it does not. */
const readTarget = (toolArguments: unknown, targets: readonly string[]): string | Answer => {
  const given: unknown = Object(toolArguments).target;
  const named = typeof given === "string" ? given.trim().toLowerCase() : "";
  const target = targets.find((name) => name.toLowerCase() === named);
  return target ?? { ok: false, text: `Refused: name a target: ${targets.join(" or ")}.` };
};

const targetSchema = (targets: readonly string[]): Tool["inputSchema"] => ({
  type: "object",
  properties: { target: { type: "string", enum: [...targets], description: "Which list." } },
  required: ["target"],
});

/** The tool that shows the last changes. */
export const historyTool = ({ history, targets, policies }: HistoryTools): ServerTool => ({
  tool: {
    name: "memory_history",
    description: `Shows the last changes of one list, the latest first, ${SHOWN_CHANGES} at most: when, what was removed and what was added.`,
    inputSchema: targetSchema(targets),
    annotations: { title: "History of the memory", readOnlyHint: true, openWorldHint: false },
  },
  run: async (toolArguments) => {
    const target = readTarget(toolArguments, targets);
    if (typeof target !== "string") return target;
    const changes = await history.changes(target);
    const shown = changes.slice(-SHOWN_CHANGES).reverse();
    const lines = shown.flatMap(({ time, removed, added, reason }) => [
      reason === undefined ? time : `${time} (${JSON.stringify(reason)})`,
      ...list("removed", removed, target, policies),
      ...list("added", added, target, policies),
    ]);
    const left = changes.length - shown.length;
    if (left > 0) lines.push(`(${left} earlier)`);
    return { ok: true, text: lines.length === 0 ? `No change of ${target} is kept.` : lines.join("\n") };
  },
});

/** The tool that takes the last change back. */
export const undoTool = ({ history, targets, policies }: HistoryTools): ServerTool => ({
  tool: {
    name: "memory_undo",
    description:
      "Takes the last change of one list back, as long as nothing else has changed it since; called again, the one before it.",
    inputSchema: targetSchema(targets),
    annotations: { title: "Undo in the memory", openWorldHint: false },
  },
  run: async (toolArguments) => {
    const target = readTarget(toolArguments, targets);
    if (typeof target !== "string") return target;
    const undone = await history.undo(target);
    if (undone === undefined) {
      const text = `Refused: no change of ${target} can be taken back: none is kept, or the entries were changed since in another way.`;
      return { ok: false, text };
    }
    const { time, removed, added } = undone;
    const lines = [
      `The change of ${target} at ${time} was taken back.`,
      ...list("removed again", added, target, policies),
      ...list("back again", removed, target, policies),
    ];
    return { ok: true, text: lines.join("\n") };
  },
});

/** Runs a tool: a refusal, and a store that fails, is a result with `isError` whose text says why. */
export const runTool = async ({ run }: ServerTool, toolArguments: unknown): Promise<CallToolResult> => {
  try {
    const { ok, text } = await run(toolArguments);
    return { content: [{ type: "text", text }], isError: !ok };
  } catch (error) {
    return { content: [{ type: "text", text: `The memory failed: ${messageOf(error)}` }], isError: true };
  }
};
