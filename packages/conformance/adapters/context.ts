import { ContextLedger, type Insertion } from "@lembas/context";
import { isJsonObject, type JsonObject } from "../src/cases/json.js";
import type { Implementation } from "../src/runs/run-suite.js";
import { camelKeys } from "./camel-keys.js";
import { measureOf } from "./measures.js";

/** Everything that a case may need. */
const FEATURES = [
  "across_edits",
  "binary",
  "blocks",
  "caps",
  "dangling",
  "edit_in_call",
  "edit_text",
  "edits",
  "forget",
  "fresh",
  "heads",
  "id_prefix",
  "image_bytes",
  "in_call",
  "journal",
  "keep_chars",
  "kept",
  "known_lines",
  "line_chars",
  "line_numbers",
  "measure",
  "numbered",
  "retain",
  "rewind",
  "seen",
  "union",
];

const PAGE_BOUNDS = ["page_lines", "page_chars"];

/** A case's `limits` and `options` as the ledger's options. */
const ledgerOptions = (input: JsonObject): object => {
  const limits = Object.entries(isJsonObject(input["limits"]) ? input["limits"] : {});
  const page = Object.fromEntries(limits.filter(([key]) => PAGE_BOUNDS.includes(key)));
  const cap = Object.fromEntries(limits.filter(([key]) => !PAGE_BOUNDS.includes(key)));
  const options = isJsonObject(input["options"]) ? input["options"] : {};
  const caps = isJsonObject(options["caps"]) ? options["caps"] : undefined;
  return {
    ...camelKeys({ ...page, ...options }, ["caps"]),
    ...(Object.keys(cap).length > 0 ? { cap: camelKeys(cap) } : {}),
    ...(caps ? { caps: capsByTool(caps) } : {}),
    ...measureOf(options),
  };
};

/** Tools keep their names; their budgets are camelCase. */
const capsByTool = (caps: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(caps).map(([tool, cap]) => [tool, isJsonObject(cap) ? camelKeys(cap) : cap]),
  );

/** What a result of blocks inserts is a list of blocks, where it is one text too. */
const asBlocks = ({ text, blocks }: Insertion): unknown => blocks ?? [{ type: "text", text }];

/** Takes one step, with the ledger's own names; gives what is inserted. */
// biome-ignore lint/suspicious/noExplicitAny: the ledger's own checks of what it is given are under test
export type TakeStep = (ledger: ContextLedger, op: unknown, step: any) => unknown;

export const takeStep: TakeStep = (ledger, op, step) => {
  switch (op) {
    case "read":
      return ledger.read(step).text;
    case "edit":
      return ledger.edit(step).text;
    case "write":
      return ledger.write(step).text;
    case "output":
      return step.blocks ? asBlocks(ledger.output(step)) : ledger.output(step).text;
    case "recall":
      return ledger.recall(step).text;
    case "compact":
      return ledger.compact(step);
    case "forget":
      ledger.forget(step.ids);
      return "";
    case "retain":
      ledger.retain(step.ids);
      return "";
    case "dangling":
      return ledger.dangling().join(" ");
    case "seen":
      return ledger.seen(step.path) ?? null;
    case "rewind":
      ledger.rewind(step.id);
      return "";
    default:
      throw new Error(`unknown step ${JSON.stringify(op)}`);
  }
};

/** One ledger a case, driven through its steps. */
export const driveLedger = (take: TakeStep, more: object = {}): Implementation => ({
  name: "@lembas/context",
  features: FEATURES,
  run: (_suite, input) => {
    // biome-ignore lint/suspicious/noExplicitAny: the ledger's own checks of what it is given are under test
    const options = { ...ledgerOptions(input), ...more } as any;
    let ledger = new ContextLedger(options);
    const steps = Array.isArray(input["steps"]) ? input["steps"] : [];
    return steps.map((step: JsonObject) => {
      const { op, ...rest } = step;
      if (op === "restart") {
        ledger = ContextLedger.replay(JSON.parse(JSON.stringify(ledger)), options);
        return "";
      }
      return take(ledger, op, camelKeys(rest, ["args", "blocks"]));
    });
  },
});

/** `@lembas/context`, put to the suite `context`. */
export const context: Implementation = driveLedger(takeStep);
