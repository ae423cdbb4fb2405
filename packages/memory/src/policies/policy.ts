import { checkFunction, checkObject, describe } from "@lembas/arguments";

/** A change that a model asked for and that applyOps allows, before it is written. */
export interface ProposedChange {
  readonly target: string;
  /** The operations that the model sent. */
  readonly ops: readonly unknown[];
  /** All entries as they are. */
  readonly before: readonly string[];
  /** All entries as they would be. */
  readonly after: readonly string[];
}

/**
 * A host's say in what a model may remember and read. Both questions are synchronous and pure; they may be asked again
 * about the same call when the store has moved on. A policy has one of them or both. Specification 3.12.
 *
 * @example
 * const noKeys: MemoryPolicy = {
 *   entry: (entry) => (/\bsk-\w{20}/.test(entry) ? "it looks like a key" : undefined),
 * };
 */
export interface MemoryPolicy {
  /**
   * Why an entry may be neither kept nor shown; undefined where it may. Asked about each entry that a change brings in,
   * and about each that is to be shown, whoever wrote it.
   */
  readonly entry?: ((entry: string, target: string) => string | undefined) | undefined;
  /** A sentence that refuses a change as a whole, which the model reads; undefined lets it through. */
  readonly change?: ((change: ProposedChange) => string | undefined) | undefined;
}

/** @throws {TypeError} it is not a policy */
export const checkPolicy = (policy: MemoryPolicy, name: string): void => {
  checkObject(policy, name, "{ entry: (entry) => undefined }");
  const { entry, change } = policy;
  if (entry !== undefined) checkFunction(entry, `${name}.entry`);
  if (change !== undefined) checkFunction(change, `${name}.change`);
  if (entry === undefined && change === undefined) {
    throw new TypeError(`${name} must be a policy with entry or change; got one with neither`);
  }
};

const checkAnswer = (answer: unknown): string | undefined => {
  if (answer === undefined || typeof answer === "string") return answer;
  throw new TypeError(
    `what a policy gives must be a string that refuses, or undefined; got ${describe(answer)}`,
  );
};

const firstAnswer = <Item>(items: Iterable<Item>, ask: (item: Item) => unknown): string | undefined => {
  for (const item of items) {
    const answer = checkAnswer(ask(item));
    if (answer !== undefined) return answer;
  }
  return undefined;
};

/**
 * Why an entry may be neither kept nor shown: the first policy's word. Specification 3.12.
 *
 * @returns undefined where no policy objects
 * @throws {TypeError} a policy gave neither a string nor undefined
 * @example withholdReason([noHiddenCharacters()], "a\u200b", "user"); // "it has hidden characters (U+200B)"
 */
export const withholdReason = (
  policies: readonly MemoryPolicy[],
  entry: string,
  target: string,
): string | undefined => firstAnswer(policies, (policy) => policy.entry?.(entry, target));

/** The entries that a change brings in. */
export const broughtIn = ({ before, after }: Pick<ProposedChange, "before" | "after">): string[] => {
  const old = new Set(before);
  return after.filter((entry) => !old.has(entry));
};

/**
 * Why a change is refused: the first policy's word, about the entries that it brings in or the whole. Specification 3.12.
 *
 * @returns undefined where no policy objects
 * @throws {TypeError} a policy gave neither a string nor undefined
 * @example policyRefusal([pinned(isPinned)], { target: "user", ops: [], before: ["! Ask first."], after: [] });
 */
export const policyRefusal = (
  policies: readonly MemoryPolicy[],
  change: ProposedChange,
): string | undefined => {
  const added = broughtIn(change);
  return firstAnswer(policies, (policy) => {
    const reason = firstAnswer(added, (entry) => policy.entry?.(entry, change.target));
    return reason === undefined ? policy.change?.(change) : `that is not remembered: ${reason}.`;
  });
};
