import { type AnthropicMessage, createComposer } from "@lembas/messages";
import type { InsertedText, Policy } from "./baselines/policy.js";
import { toObject } from "./formats/json.js";
import { type ResultingStep, type Step, staysAfter } from "./step.js";
import type { Claim } from "./verify/claim.js";
import { MessagesVerifier } from "./verify/messages-verifier.js";
import type { Verdict } from "./verify/verdict.js";

/** A call of a tool with its result. */
interface Exchange {
  readonly id: string;
  readonly messages: readonly [AnthropicMessage, AnthropicMessage];
}

/**
 * The recorded results, composed in an array of messages as `@lembas/messages` does before each model call. Nothing is
 * cut. What people and the model say is left out of the array: no result is composed by it.
 */
export class MessagesPolicy implements Policy {
  readonly name = "messages";
  readonly edits = "own";
  readonly #compose = createComposer().composeAnthropic;
  readonly #verifier: MessagesVerifier | undefined;
  #exchanges: Exchange[] = [];
  #array: AnthropicMessage[] = [];

  constructor(isVerified: boolean) {
    if (isVerified) this.#verifier = new MessagesVerifier();
  }

  /** What was found false of its texts, where they are verified. */
  get verdict(): Verdict | undefined {
    return this.#verifier?.verdict;
  }

  insert(step: ResultingStep): InsertedText & { readonly claims: readonly Claim[] } {
    const { id, tool, given } = step;
    // The further files of one patch have no result of their own.
    if (given === "") return { text: "", claims: [] };
    const use = { type: "tool_use", id, name: tool, input: toObject(step.args) };
    const result = { type: "tool_result", tool_use_id: id, content: given };
    const messages = [
      { role: "assistant", content: [use] },
      { role: "user", content: [result] },
    ] as const;
    this.#exchanges.push({ id, messages });
    this.#array.push(...messages);
    const sent = this.#compose(this.#array).at(-1);
    const [block] = Array.isArray(sent?.content) ? sent.content : [];
    const text = String(toObject(block)["content"] ?? "");
    return { text, claims: this.#verifier?.insert(step, text) ?? [] };
  }

  remove(step: Step & { op: "compact" | "forget" }): string {
    const stays = staysAfter(step);
    this.#exchanges = this.#exchanges.filter(({ id }) => stays(id));
    this.#array = this.#exchanges.flatMap((exchange) => exchange.messages);
    this.#verifier?.remove(step);
    return "";
  }
}
