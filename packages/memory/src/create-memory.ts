import { checkListOf, checkObject } from "@lembas/arguments";
import { changeEntries } from "./change-entries.js";
import {
  type CallOptions,
  checkCallOptions,
  checkStore,
  checkTargets,
  type MemoryOptions,
} from "./memory-options.js";
import type { MemoryPolicy } from "./policies/policy.js";
import type { MemoryState, MemoryStore } from "./store/memory-store.js";
import { DEFAULT_TARGETS, type MemoryTarget } from "./target.js";
import { renderMemory } from "./texts/render-memory.js";
import { type MemoryTool, memoryTool } from "./tool/memory-tool.js";
import { readToolCall } from "./tool/read-tool-call.js";

interface TargetState extends MemoryState {
  readonly target: string;
}

interface Prompt {
  readonly text: string;
  readonly revisions: ReadonlyMap<string, string>;
}

/**
 * An agent's memory: tool calls in, prompt blocks out. Made by {@link createMemory}.
 *
 * @example
 * const answer = await memory.call(toolArguments, { operationId: toolCall.id });
 * if (await memory.isStale()) system = await memory.refresh();
 */
export class Memory {
  /** The tool for the model, with the names of the targets. */
  readonly tool: MemoryTool;
  readonly #store: MemoryStore;
  readonly #names: readonly string[];
  readonly #targets: ReadonlyMap<string, MemoryTarget>;
  readonly #policies: readonly MemoryPolicy[];
  #prompt: Prompt | undefined;

  constructor(options: MemoryOptions) {
    checkObject(options, "options", "{ store: createInMemoryStore() }");
    const { store, targets = DEFAULT_TARGETS, policies = [] } = options;
    checkStore(store);
    checkTargets(targets);
    checkListOf(policies, "policies", "function");
    this.#store = store;
    this.#names = Object.keys(targets);
    this.#targets = new Map(
      Object.entries(targets).map(([name, { label, limit }]) => [name, { label, limit }]),
    );
    this.#policies = [...policies];
    this.tool = memoryTool({ targets: this.#names });
  }

  /**
   * Answers a call of the memory tool: applies it to the store, and resolves with the text for the model. What
   * the model got wrong is such a text too; only what the store throws comes out as an Error.
   *
   * @param toolArguments as the model sent them, JSON text or parsed
   * @throws the store's own Error, and what a policy throws; nothing is written then
   * @throws {TypeError} `operationId` is not a string, or is empty, `dryRun` not true or false, `reason` no text
   * @example
   * await memory.call({ target: "user", action: "add", content: "Prefers tea." });
   * // "Entry added. (0% — 12/1,375 chars)"
   */
  async call(toolArguments: unknown, options: CallOptions = {}): Promise<string> {
    checkCallOptions(options);
    const { operationId, dryRun, reason } = options;
    const call = readToolCall(toolArguments, { targets: this.#names });
    if (!call.ok) return `Refused: ${call.message}`;
    const { target, ops } = call;
    const request = { target, settings: this.#settings(target), policies: this.#policies, ops, reason };
    if (dryRun) return changeEntries((await this.#store.read(target)).entries, request).value;
    return this.#store.update(target, (entries) => changeEntries(entries, request), { operationId });
  }

  /**
   * The targets' blocks for the system prompt. Read from the store once and then frozen, so that the provider's
   * prompt cache holds, until {@link Memory.refresh}. Specification 3.9.
   *
   * @throws the store's own Error
   * @example await memory.prompt(); // "[Memory · 0% — 0/2,200 chars]\n(empty)\n\n[The user profile · …"
   */
  async prompt(): Promise<string> {
    if (this.#prompt === undefined) {
      const read = await this.#readPrompt();
      this.#prompt ??= read;
    }
    return this.#prompt.text;
  }

  /**
   * Reads the store again, and resolves with the new prompt. Where that fails, the old one stays.
   *
   * @throws the store's own Error
   * @example system = await memory.refresh();
   */
  async refresh(): Promise<string> {
    this.#prompt = await this.#readPrompt();
    return this.#prompt.text;
  }

  /**
   * Whether the store has moved on since the prompt was read, by this memory's calls or by others.
   *
   * @throws the store's own Error
   * @example if (await memory.isStale()) system = await memory.refresh();
   */
  async isStale(): Promise<boolean> {
    if (this.#prompt === undefined) return false;
    const { revisions } = this.#prompt;
    const states = await this.#readAll();
    return states.some(({ target, revision }) => revisions.get(target) !== revision);
  }

  #settings(target: string): MemoryTarget {
    const settings = this.#targets.get(target);
    if (settings === undefined) throw new Error(`no target ${target}`);
    return settings;
  }

  #readAll(): Promise<TargetState[]> {
    const read = async (target: string) => ({ target, ...(await this.#store.read(target)) });
    return Promise.all(this.#names.map(read));
  }

  async #readPrompt(): Promise<Prompt> {
    const states = await this.#readAll();
    const blocks = states.map(({ target, entries }) => renderMemory({ ...this.#settings(target), entries }));
    return {
      text: blocks.join("\n\n"),
      revisions: new Map(states.map(({ target, revision }) => [target, revision])),
    };
  }
}

/**
 * An agent's memory in a store: `call` answers the model's tool calls, `prompt` gives the blocks for the system
 * prompt, `tool` is what the model is offered.
 *
 * @throws {TypeError} no store; no target, two that differ in case alone, one without a label, or one whose name is no
 *   word of letters, digits, `-` and `_`; a policy that is not a function
 * @throws {RangeError} a limit is not a whole number above 0
 * @example
 * const memory = createMemory({ store: createInMemoryStore() });
 * const system = await memory.prompt();
 * const text = await memory.call('{"target":"user","action":"add","content":"Prefers tea."}');
 */
export const createMemory = (options: MemoryOptions): Memory => new Memory(options);
