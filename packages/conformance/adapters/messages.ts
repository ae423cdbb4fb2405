import * as messagesPackage from "@lembas/messages";
import { isJsonObject } from "../src/cases/json.js";
import type { Implementation } from "../src/runs/run-suite.js";
import { camelKeys } from "./camel-keys.js";
import { measureOf } from "./measures.js";

/** A case's options with the package's own names; tools keep theirs. */
const optionsOf = (options: unknown): object => {
  if (!isJsonObject(options)) return {};
  const { caps } = options;
  const own = isJsonObject(caps) ? Object.entries(caps) : [];
  const byTool = own.map(([tool, cap]) => [tool, isJsonObject(cap) ? camelKeys(cap) : cap]);
  return {
    ...camelKeys(options, ["caps"]),
    ...(own.length > 0 && { caps: Object.fromEntries(byTool) }),
    ...measureOf(options),
  };
};

// biome-ignore lint/suspicious/noExplicitAny: the package's own checks of what it is given are under test
type Compose = (messages: any, options: any) => unknown;

const COMPOSE: Readonly<Record<string, Compose>> = {
  anthropic: messagesPackage.composeAnthropic,
  chat: messagesPackage.composeChat,
  responses: messagesPackage.composeResponses,
  model_messages: messagesPackage.composeModelMessages,
};

/** `@lembas/messages`, put to the suite `messages`. */
export const messages: Implementation = {
  name: "@lembas/messages",
  features: ["measure"],
  run: (_suite, input) => {
    // biome-ignore lint/suspicious/noExplicitAny: the package's own checks of what it is given are under test
    const { op, form, messages: given, args } = input as any;
    const options = optionsOf(input["options"]);
    if (op === "restore") return messagesPackage.restore(given);
    if (op === "recall") return messagesPackage.recall(given, args, options);
    const compose = COMPOSE[form];
    if (op !== "compose" || !compose) throw new Error(`unknown op ${JSON.stringify(op)} of form ${form}`);
    return compose(given, options);
  },
};
