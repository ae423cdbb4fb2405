import { checkList, checkNames, checkObject, checkWhole } from "@lembas/arguments";
import { changeEntries } from "./change-entries.js";
import type { MemoryAnswer } from "./memory-answer.js";
import {
  type CallOptions,
  checkCallOptions,
  checkStore,
  checkTargets,
  MEMORY_OPTIONS,
  type MemoryOptions,
} from "./memory-options.js";
import { operationKey } from "./operation-key.js";
import { checkPolicy, type MemoryPolicy, withholdReason } from "./policies/policy.js";
import type { MemoryState, MemoryStore } from "./store/memory-store.js";
import { DEFAULT_TARGETS, type MemoryTarget } from "./target.js";
import { renderMemory } from "./texts/render-memory.js";
import { type MemoryTool, memoryReadTool, memoryTool } from "./tool/memory-tool.js";
import { readMemoryReadCall, readToolCall } from "./tool/read-tool-call.js";

interface TargetState {
  readonly target: string;
  /** Undefined where the store could not read the target. */
  readonly state: MemoryState | undefined;
}

interface Prompt {
  readonly text: string;
  readonly revisions: ReadonlyMap<string, string | undefined>;
}

/**
 * An agent's memory: tool calls in, prompt blocks out. Made by {@link createMemory}.
 *
 * @example
 * const { ok, text } = await memory.call(toolArguments, { operationId: toolCall.id });
 * if (await memory.isStale()) system = await memory.refresh();
 */
export class Memory {
  /** The tool for the model, with the names of the targets. */
  readonly tool: MemoryTool;
  /** The tool that reads, for a model that sees no prompt block. */
  readonly readTool: MemoryTool;
  readonly #store: MemoryStore;
  readonly #names: readonly string[];
  readonly #targets: ReadonlyMap<string, MemoryTarget>;
  readonly #policies: readonly MemoryPolicy[];
  readonly #maxChars: number | undefined;
  #prompt: Prompt | undefined;

  constructor(options: MemoryOptions) {
    checkObject(options, "options", "{ store: createInMemoryStore() }");
    checkNames(options, MEMORY_OPTIONS, "option");
    const { store, targets = DEFAULT_TARGETS, policies = [], maxChars } = options;
    checkStore(store);
    checkTargets(targets);
    checkList(policies, "policies");
    for (const [index, policy] of policies.entries()) checkPolicy(policy, `policies[${index}]`);
    if (maxChars !== undefined) checkWhole(maxChars, "maxChars");
    this.#store = store;
    this.#names = Object.keys(targets);
    this.#targets = new Map(
      Object.entries(targets).map(([name, { label, limit }]) => [name, { label, limit }]),
    );
    this.#policies = [...policies];
    this.#maxChars = maxChars;
    this.tool = memoryTool({ targets: this.#names });
    this.readTool = memoryReadTool({ targets: this.#names });
  }

  /**
   * Answers a call of the memory tool: applies it to the store, and resolves with the text for the model and whether
   * it was done. What the model got wrong is such an answer too; only what the store throws comes out as an Error.
   *
   * @param toolArguments as the model sent them, JSON text or parsed
   * @throws the store's own Error, and what a policy throws; nothing is written then
   * @throws {TypeError} `operationId` is not a string, or is empty, `dryRun` not true or false, `reason` not a string, or an
   *   option has another name
   * @example
   * await memory.call({ target: "user", action: "add", content: "Prefers tea." });
   * // { ok: true, text: "Entry added. (0% — 12/1,375 chars)", code: "added" }
   */
  async call(toolArguments: unknown, options: CallOptions = {}): Promise<MemoryAnswer> {
    checkCallOptions(options);
    const { operationId, dryRun, reason } = options;
    const call = readToolCall(toolArguments, { targets: this.#names });
    if (!call.ok) return refused(call);
    const { target, ops } = call;
    const request = { target, settings: this.#settings(target), policies: this.#policies, ops, reason };
    if (dryRun) return changeEntries((await this.#store.read(target)).entries, request).value;
    const key = operationId === undefined ? undefined : await operationKey(operationId, ops);
    return this.#store.update(target, (entries) => changeEntries(entries, request), { operationId: key });
  }

  /**
   * Answers a call of the reading tool: the blocks of the targets that it names, as they are now. Specification 3.13.
   *
   * @param toolArguments as the model sent them, JSON text or parsed
   * @throws the store's own Error, where it can read none of them
   * @example (await memory.read({ target: "user" })).text // "[The user profile · 0% — 12/1,375 chars]\n~~~\n…"
   */
  async read(toolArguments: unknown = {}): Promise<MemoryAnswer> {
    const call = readMemoryReadCall(toolArguments, { targets: this.#names });
    if (!call.ok) return refused(call);
    const states = await this.#readAll(call.targets);
    return { ok: true, text: this.#render(states), code: "read" };
  }

  /**
   * The targets' blocks for the system prompt. Read from the store once and then frozen, so that the provider's
   * prompt cache holds, until {@link Memory.refresh}. A target that the store cannot read is named. Specification 3.9.
   *
   * @throws the store's own Error, where it can read no target
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
   * @throws the store's own Error, where it can read no target
   * @example system = await memory.refresh();
   */
  async refresh(): Promise<string> {
    this.#prompt = await this.#readPrompt();
    return this.#prompt.text;
  }

  /**
   * Whether the store has moved on since the prompt was read, by this memory's calls or by others; a target that could
   * be read and cannot any more, or the other way round, counts too.
   *
   * @throws the store's own Error, where it can read no target
   * @example if (await memory.isStale()) system = await memory.refresh();
   */
  async isStale(): Promise<boolean> {
    if (this.#prompt === undefined) return false;
    const { revisions } = this.#prompt;
    const states = await this.#readAll(this.#names);
    return states.some(({ target, state }) => revisions.get(target) !== state?.revision);
  }

  #settings(target: string): MemoryTarget {
    const settings = this.#targets.get(target);
    if (settings === undefined) throw new Error(`no target ${target}`);
    return settings;
  }

  async #readAll(targets: readonly string[]): Promise<TargetState[]> {
    const read = await Promise.allSettled(targets.map((target) => this.#store.read(target)));
    const failed = read.find((result) => result.status === "rejected");
    if (failed && read.every((result) => result.status === "rejected")) throw failed.reason;
    return targets.map((target, index) => {
      const result = read[index];
      return { target, state: result?.status === "fulfilled" ? result.value : undefined };
    });
  }

  #render(states: readonly TargetState[]): string {
    const blocks = states.map(({ target, state }) =>
      renderMemory({
        ...this.#settings(target),
        entries: state?.entries ?? null,
        maxChars: this.#maxChars,
        withhold: (entry) => withholdReason(this.#policies, entry, target),
      }),
    );
    return blocks.join("\n\n");
  }

  async #readPrompt(): Promise<Prompt> {
    const states = await this.#readAll(this.#names);
    return {
      text: this.#render(states),
      revisions: new Map(states.map(({ target, state }) => [target, state?.revision])),
    };
  }
}

const refused = ({ message, code }: { message: string; code: MemoryAnswer["code"] }): MemoryAnswer => ({
  ok: false,
  text: `Refused: ${message}`,
  code,
});

/**
 * An agent's memory in a store: `call` answers the model's tool calls, `prompt` gives the blocks for the system
 * prompt, `tool` is what the model is offered.
 *
 * @throws {TypeError} no store, or an option of another name; no target, two that differ in case alone, one without a label, or one whose name is no
 *   word of letters, digits, `-` and `_`; a policy that is none
 * @throws {RangeError} a limit is not a whole number above 0
 * @example
 * const memory = createMemory({ store: createInMemoryStore() });
 * const system = await memory.prompt();
 * const { text } = await memory.call('{"target":"user","action":"add","content":"Prefers tea."}');
 */
export const createMemory = (options: MemoryOptions): Memory => new Memory(options);
