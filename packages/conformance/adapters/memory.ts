import {
  applyOps,
  createMemory,
  type MemoryPolicy,
  type MemoryStore,
  noHiddenCharacters,
  noNearDuplicates,
  pinned,
  policyRefusal,
  readMemoryReadCall,
  readToolCall,
  renderMemory,
  renderResult,
  withholdReason,
} from "@lembas/memory";
import type { JsonObject } from "../src/cases/json.js";
import type { Implementation } from "../src/runs/run-suite.js";

/** The policies of the specification, by their names in the cases. */
const POLICIES: Readonly<Record<string, (settings: JsonObject) => MemoryPolicy>> = {
  pinned: ({ prefix }) => pinned((entry) => entry.startsWith(String(prefix))),
  no_hidden_characters: noHiddenCharacters,
  no_near_duplicates: noNearDuplicates,
};

const policyOf = (settings: JsonObject): MemoryPolicy => {
  const make = POLICIES[String(settings["name"])];
  if (make === undefined) throw new Error(`there is no policy ${settings["name"]}`);
  return make(settings);
};

/** A call of the memory tool on these entries: what the model reads, and what is left. Specification 3.14. */
// biome-ignore lint/suspicious/noExplicitAny: the packages' own checks of what they are given are under test
const callMemory = async ({ target, label, entries, limit, ops, policies = [] }: any) => {
  let kept: readonly string[] = entries;
  // Stores have checks of their own: here is the least of one, for a single call.
  const store: MemoryStore = {
    read: async () => ({ entries: kept, revision: "" }),
    update: async (_target, change) => {
      const outcome = change(kept);
      if (!outcome.refused) kept = outcome.entries;
      return outcome.value;
    },
  };
  const targets = { [target]: { label, limit } };
  const called = createMemory({ store, targets, policies: policies.map(policyOf) });
  const { ok, text } = await called.call({ target, operations: ops });
  return { ok, text, entries: kept };
};

/** `@lembas/memory`, put to the suite `memory`. */
export const memory: Implementation = {
  name: "@lembas/memory",
  features: ["memory_call", "memory_read", "policies"],
  run: (_suite, input) => {
    const { op, ...rest } = input;
    // biome-ignore lint/suspicious/noExplicitAny: the packages' own checks of what they are given are under test
    const given = rest as any;
    switch (op) {
      case "render_memory": {
        const { label, entries, limit, max_chars: maxChars } = given;
        const policies: MemoryPolicy[] | undefined = given.policies?.map(policyOf);
        const withhold = policies && ((entry: string) => withholdReason(policies, entry, "memory"));
        return renderMemory({ label, entries, limit, maxChars, withhold });
      }
      case "render_result":
        return renderResult(given.result);
      case "read_tool_call": {
        const call = readToolCall(given.value, { targets: given.targets });
        return call.ok ? call : { ok: false, message: call.message };
      }
      case "read_memory_call": {
        const call = readMemoryReadCall(given.value, { targets: given.targets });
        return call.ok ? call : { ok: false, message: call.message };
      }
      case "call_memory":
        return callMemory(given);
      case "policy": {
        const policy = policyOf(given.policy);
        const { entry, before, after } = given;
        const answer =
          entry === undefined
            ? policyRefusal([policy], { target: "memory", ops: [], before, after })
            : withholdReason([policy], entry, "memory");
        return answer ?? null;
      }
      default: {
        const { ok, entries, message, usage, shown } = applyOps(given);
        return { ok, entries, message, usage, shown };
      }
    }
  },
};
