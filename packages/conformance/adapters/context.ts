import { ContextLedger } from "@lembas/context";
import { isJsonObject, type JsonObject } from "../src/json.js";
import type { Implementation } from "../src/run-suite.js";
import { camelKeys } from "./camel-keys.js";

const PAGE_BOUNDS = ["page_lines", "page_chars"];

/** A case's `limits` and `options` as the ledger's options. */
const ledgerOptions = (input: JsonObject): JsonObject => {
  const limits = Object.entries(isJsonObject(input["limits"]) ? input["limits"] : {});
  const page = Object.fromEntries(limits.filter(([key]) => PAGE_BOUNDS.includes(key)));
  const cap = Object.fromEntries(limits.filter(([key]) => !PAGE_BOUNDS.includes(key)));
  const options = isJsonObject(input["options"]) ? input["options"] : {};
  const caps = isJsonObject(options["caps"]) ? options["caps"] : undefined;
  return {
    ...camelKeys({ ...page, ...options }, ["caps"]),
    ...(Object.keys(cap).length > 0 ? { cap: camelKeys(cap) } : {}),
    ...(caps ? { caps: capsByTool(caps) } : {}),
  };
};

/** Tools keep their names; their budgets are camelCase. */
const capsByTool = (caps: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(caps).map(([tool, cap]) => [tool, isJsonObject(cap) ? camelKeys(cap) : cap]),
  );

// biome-ignore lint/suspicious/noExplicitAny: the ledger's own checks of what it is given are under test
const take = (ledger: ContextLedger, op: unknown, step: any): unknown => {
  switch (op) {
    case "read":
      return ledger.read(step).text;
    case "edit":
      return ledger.edit(step).text;
    case "write":
      return ledger.write(step).text;
    case "output":
      return ledger.output(step).text;
    case "recall":
      return ledger.recall(step).text;
    case "compact":
      return ledger.compact(step);
    case "forget":
      ledger.forget(step.ids);
      return "";
    case "rewind":
      ledger.rewind(step.id);
      return "";
    default:
      throw new Error(`unknown step ${JSON.stringify(op)}`);
  }
};

/** `@lembas/context`, put to the suite `context`: one ledger a case. */
export const context: Implementation = {
  name: "@lembas/context",
  features: ["union", "across_edits"],
  run: (_suite, input) => {
    // biome-ignore lint/suspicious/noExplicitAny: the ledger's own checks of what it is given are under test
    const ledger = new ContextLedger(ledgerOptions(input) as any);
    const steps = Array.isArray(input["steps"]) ? input["steps"] : [];
    return steps.map((step: JsonObject) => {
      const { op, ...rest } = step;
      return take(ledger, op, camelKeys(rest, ["args", "blocks"]));
    });
  },
};
