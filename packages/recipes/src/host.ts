import type { Insertion, JournalStore, LedgerStep } from "@lembas/context";
import { type ContextLedger, openSession } from "@lembas/context";
import { createMemory, type MemoryStore } from "@lembas/memory";
import { type CodingTool, codingTools, type ToolSchema } from "./coding-tools.js";

/** A step of the ledger, of any kind. */
export type Step = LedgerStep & { readonly callId: string };

/** A tool in no framework's form. */
export interface HostTool {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolSchema;
  /**
   * Runs it on its arguments, or on the JSON text of them: the step to insert. A tool that throws gives its error as
   * one; where the call was aborted it throws.
   */
  readonly run: (args: unknown, callId: string, signal?: AbortSignal) => Promise<Step>;
}

/** What an agent has whatever its framework: a session, a memory, tools, and jobs in the background. */
export interface Host {
  readonly ledger: ContextLedger;
  readonly flush: () => Promise<void>;
  /** The system prompt. */
  readonly instructions: string;
  readonly tools: readonly HostTool[];
  /** Runs one of them by its name. */
  readonly run: (tool: string, args: unknown, callId: string, signal?: AbortSignal) => Promise<Step>;
  /** What the conversation is to be given for a step. */
  readonly insert: (step: Step) => Insertion;
  /** Says which calls' results the conversation still holds: no stub names another one. Until then all are held. */
  readonly show: (callIds: Iterable<string>) => void;
  /** The notes of jobs that have ended, for the model, which was not told of them yet. */
  readonly notes: string[];
}

/** What every recipe gives. */
export interface Conversation {
  /** Puts what the user says to the model, and runs the tools that it calls until it answers. */
  send(prompt: string, signal: AbortSignal): Promise<string>;
  /** The conversation so far gives way to its summary. */
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
  /** Tools beside those of a coding agent. */
  readonly extraTools?: readonly CodingTool[] | undefined;
}

/** Opens a session, a new one or one that is gone on with. */
export const openHost = async ({
  folder,
  journals,
  session,
  store,
  idPrefix,
  extraTools = [],
}: HostOptions): Promise<Host> => {
  let shown: Set<string> | undefined;
  const isShown = (_id: string, callId = ""): boolean => shown?.has(callId) ?? true;
  const { ledger, flush } = await openSession(journals, session, { idPrefix, isShown });
  const memory = createMemory({ store });
  const { tools: own, notes } = codingTools(folder, memory);
  let before: Promise<unknown> = Promise.resolve();

  const runTool = async (
    { name, run }: CodingTool,
    sent: unknown,
    callId: string,
    signal?: AbortSignal,
  ): Promise<Step> => {
    try {
      const args: unknown = typeof sent === "string" ? JSON.parse(sent) : sent;
      const result = await run(args, callId, signal);
      return "op" in result ? { ...result, callId } : { op: "output", callId, tool: name, args, ...result };
    } catch (error) {
      signal?.throwIfAborted();
      return { op: "output", callId, tool: name, args: sent, text: String(error) };
    }
  };

  const tools = [...own, ...extraTools].map(
    (tool): HostTool => ({
      ...tool,
      run: (args, callId, signal) => {
        // Parallel calls run side by side, and are inserted in the order in which the model made them.
        const step = runTool(tool, args, callId, signal);
        before = Promise.allSettled([before, step]);
        return before.then(() => step);
      },
    }),
  );

  return {
    ledger,
    flush,
    instructions: `You are a coding agent.\n\n${await memory.prompt()}`,
    tools,
    run: async (tool, args, callId, signal) => {
      const found = tools.find(({ name }) => name === tool);
      return (
        found?.run(args, callId, signal) ?? {
          op: "output",
          callId,
          tool,
          args,
          text: `There is no tool ${tool}.`,
        }
      );
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
