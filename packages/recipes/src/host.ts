import type { Insertion, JournalStore, LedgerStep } from "@lembas/context";
import { type ContextLedger, openSession } from "@lembas/context";
import { createMemory, type MemoryStore } from "@lembas/memory";
import { type CodingTool, codingTools } from "./coding-tools.js";

export type Step = LedgerStep & { readonly callId: string };

type Call = [args: unknown, callId: string, signal?: AbortSignal];

/** A tool in no framework's form. */
export interface HostTool extends Omit<CodingTool, "run"> {
  /** Runs it on its arguments, or on the JSON text of them. What it throws is a step too, but where it was aborted. */
  readonly run: (...call: Call) => Promise<Step>;
}

/** What an agent has whatever its framework: a session, a memory, tools, and jobs in the background. */
export interface Host {
  readonly ledger: ContextLedger;
  readonly flush: () => Promise<void>;
  readonly instructions: string;
  readonly tools: readonly HostTool[];
  /** Runs one of them by its name. */
  readonly run: (tool: string, ...call: Call) => Promise<Step>;
  /** What the conversation is to be given for a step. */
  readonly insert: (step: Step) => Insertion;
  /** Says which calls' results the conversation still holds: no stub names another one. Until then all are held. */
  readonly show: (callIds: Iterable<string>) => void;
  /** The notes of jobs that have ended, for the model, which was not told of them yet. */
  readonly notes: string[];
}

/** What every recipe gives: a turn, and a conversation so far that gives way to its summary. */
export interface Conversation {
  send(prompt: string, signal: AbortSignal): Promise<string>;
  compact(summary: string): unknown;
}

/** Where it all is kept. */
export interface HostOptions {
  readonly folder: string;
  readonly journals: JournalStore;
  readonly session: string;
  readonly store: MemoryStore;
  /** A subagent's own, so that its ids are not its parent's. */
  readonly idPrefix?: string | undefined;
  readonly extraTools?: readonly CodingTool[] | undefined;
}

/** Opens a session, a new one or one that is gone on with. */
export const openHost = async (options: HostOptions): Promise<Host> => {
  const { folder, journals, session, store, idPrefix, extraTools = [] } = options;
  let shown: Set<string> | undefined;
  const isShown = (_id: string, callId = "") => shown?.has(callId) ?? true;
  const { ledger, flush } = await openSession(journals, session, { idPrefix, isShown });
  const memory = createMemory({ store });
  const { tools: own, notes } = codingTools(folder, memory);
  let before: Promise<unknown> = Promise.resolve();

  const runTool = async ({ name, run }: CodingTool, ...[sent, callId, signal]: Call): Promise<Step> => {
    try {
      const args: unknown = typeof sent === "string" ? JSON.parse(sent) : sent;
      const result = await run(args, callId, signal);
      return "op" in result ? { ...result, callId } : { op: "output", callId, tool: name, args, ...result };
    } catch (error) {
      signal?.throwIfAborted();
      return { op: "output", callId, tool: name, args: sent, text: String(error) };
    }
  };
  const hostTool = (tool: CodingTool): HostTool => ({
    ...tool,
    run: (...call) => {
      // Parallel calls run side by side, and are inserted in the order in which the model made them.
      const step = runTool(tool, ...call);
      before = Promise.allSettled([before, step]);
      return before.then(() => step);
    },
  });

  const tools = [...own, ...extraTools].map(hostTool);
  return {
    ledger,
    flush,
    instructions: `You are a coding agent.\n\n${await memory.prompt()}`,
    tools,
    run: async (tool, args, callId, signal) => {
      const text = `There is no tool ${tool}.`;
      const found = tools.find(({ name }) => name === tool);
      return found?.run(args, callId, signal) ?? { op: "output", callId, tool, args, text };
    },
    insert: (step) => {
      shown?.add(step.callId);
      return ledger.insert(step);
    },
    show: (callIds) => {
      shown = new Set(callIds);
    },
    notes,
  };
};
