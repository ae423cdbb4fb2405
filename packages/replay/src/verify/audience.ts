import { isJsonObject } from "@lembas/arguments";
import { toText } from "../formats/json.js";

/**
 * Finds out from a recording itself who saw what it holds, independently of how the readers of formats part it into
 * conversations: two values of one audience were in one model's input, two of different audiences never.
 *
 * A file of Claude Code holds the main conversation and those of subagents: each subagent's lines have its `agentId`,
 * or, in older files, lead by `parentUuid` to the one line without a parent that it began with. Events of Copilot CLI
 * name the agent beside their `data`, or in it the call that began it. A value that holds a whole history is an
 * audience of its own.
 *
 * @example
 * const audience = new Audience();
 * audience.of({ isSidechain: true, uuid: "a", parentUuid: null }); // "agent from a"
 * audience.of({ isSidechain: true, uuid: "b", parentUuid: "a" }); // "agent from a"
 */
export class Audience {
  /** The parent of each line of a subagent; the line that it began with is its own. */
  readonly #parents = new Map<string, string>();
  #values = 0;

  /** Names the audience of the next value of the recording. */
  of(value: unknown): string {
    this.#values += 1;
    if (Array.isArray(value)) return `history ${this.#values}`;
    if (!isJsonObject(value)) return "";
    if (value["history"] !== undefined) return `history ${this.#values}`;
    const data = value["data"];
    const called = isJsonObject(data)
      ? (toText(value["agentId"]) ?? toText(data["parentToolCallId"]))
      : undefined;
    if (called !== undefined) return `agent ${called}`;
    if (value["isSidechain"] !== true) return "";
    const agent = toText(value["agentId"]);
    if (agent !== undefined) return `agent ${agent}`;
    const uuid = toText(value["uuid"]) ?? `line ${this.#values}`;
    const parent = toText(value["parentUuid"]);
    this.#parents.set(uuid, parent !== undefined && this.#parents.has(parent) ? parent : uuid);
    return `agent from ${this.#beginning(uuid)}`;
  }

  /** Goes from parent to parent, and shortens the way for the next ones. */
  #beginning(uuid: string): string {
    let beginning = uuid;
    for (let next = this.#parents.get(uuid); next !== undefined && next !== beginning; ) {
      beginning = next;
      next = this.#parents.get(beginning);
    }
    this.#parents.set(uuid, beginning);
    return beginning;
  }
}
