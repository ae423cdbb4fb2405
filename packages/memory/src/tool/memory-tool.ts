import { targetLabel } from "../target.js";
import { readTargetNames, type TargetNames } from "./target-names.js";

/** A JSON Schema of a tool's arguments. */
export interface ToolSchema {
  type: "object";
  properties: Record<string, object>;
  [keyword: string]: unknown;
}

/** One that names every property as required, and lets no other through. */
export interface StrictToolSchema extends ToolSchema {
  required: string[];
  additionalProperties: false;
}

/** The memory tool as function calling wants it: the provider's own wrapping is the host's. */
export interface MemoryTool {
  readonly name: string;
  /** What it is for, in words for the model. */
  readonly description: string;
  /** For providers that take any JSON Schema: nothing is required, and what else a model sends is let through. */
  readonly schema: ToolSchema;
  /** For strict function calling: every property required, null where it does not apply, none beside them. */
  readonly strictSchema: StrictToolSchema;
}

const ACTIONS = ["add", "replace", "remove"];

const DESCRIPTIONS = {
  target: "Which list to change.",
  action: "What to do.",
  content: "For add: the new entry. For replace: the complete new entry. One fact, under 400 characters.",
  oldText: "For replace and remove: a short part of the entry that no other entry contains.",
  operations:
    "Several changes, applied in order, together or not at all; instead of action, content and old_text. " +
    "To make room, replace or remove entries in the same call as the add.",
};

const describeLists = (targets: readonly string[]): string =>
  `Lists: ${targets.map((target) => `${target} (${targetLabel(target)})`).join(", ")}.`;

const describeTool = (targets: readonly string[]): string =>
  [
    "Changes what you remember between conversations: short facts, each an entry of one list.",
    "Save what will still matter in later conversations, once you learn it: who the user is, what they prefer, " +
      "decisions, where things are. Leave out what is done, what can be looked up, and secrets.",
    "Read the entries that you have first: replace one that a new fact changes, remove one that is no longer true.",
    describeLists(targets),
  ].join("\n");

/** One of the two ways in which a schema is written. */
interface Form<Schema> {
  readonly wrap: (properties: Record<string, object>) => Schema;
  /** The `type` keyword of a property that may not apply. */
  readonly type: (name: "string" | "array") => unknown;
  readonly values: (list: readonly string[]) => unknown[];
}

const PLAIN: Form<ToolSchema> = {
  wrap: (properties) => ({ type: "object", properties }),
  type: (name) => name,
  values: (list) => [...list],
};

const STRICT: Form<StrictToolSchema> = {
  wrap: (properties) => ({
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }),
  type: (name) => [name, "null"],
  values: (list) => [...list, null],
};

const makeSchema = <Schema extends ToolSchema>(
  targets: readonly string[],
  { wrap, type, values }: Form<Schema>,
): Schema => {
  const operation = (): Record<string, object> => ({
    action: { type: type("string"), enum: values(ACTIONS), description: DESCRIPTIONS.action },
    content: { type: type("string"), description: DESCRIPTIONS.content },
    old_text: { type: type("string"), description: DESCRIPTIONS.oldText },
  });
  return wrap({
    target: { type: type("string"), enum: values(targets), description: DESCRIPTIONS.target },
    ...operation(),
    operations: { type: type("array"), description: DESCRIPTIONS.operations, items: wrap(operation()) },
  });
};

/**
 * The memory tool for a model: name, description and the JSON Schema of its arguments in the two forms that
 * providers want. Neither has `allOf`, `anyOf`, `oneOf`, `not` or `$ref`. {@link readToolCall} reads the calls.
 *
 * @throws {TypeError} `targets` is not a list of strings, or names none
 * @example
 * const { name, description, schema, strictSchema } = memoryTool({ targets: ["memory", "user"] });
 * const forAnthropic = { name, description, input_schema: schema };
 * const forOpenAI = { type: "function", function: { name, description, parameters: strictSchema, strict: true } };
 */
export const memoryTool = (options: TargetNames = {}): MemoryTool => {
  const targets = readTargetNames(options);
  return {
    name: "memory",
    description: describeTool(targets),
    schema: makeSchema(targets, PLAIN),
    strictSchema: makeSchema(targets, STRICT),
  };
};

/**
 * The tool that reads the memory, for hosts whose model sees no prompt block, or wants it as it is now. In both forms
 * of {@link memoryTool}.
 *
 * @throws {TypeError} `targets` is not a list of strings, or names none
 * @example const { name, description, schema } = memoryReadTool({ targets: ["memory", "user"] });
 */
export const memoryReadTool = (options: TargetNames = {}): MemoryTool => {
  const targets = readTargetNames(options);
  const make = <Schema extends ToolSchema>({ wrap, type, values }: Form<Schema>): Schema =>
    wrap({
      target: {
        type: type("string"),
        enum: values(targets),
        description: "Which list to read; all of them where none is named.",
      },
    });
  return {
    name: "memory_read",
    description:
      "Reads what you remember between conversations, as it is now: the entries of each list, and how full it is.\n" +
      describeLists(targets),
    schema: make(PLAIN),
    strictSchema: make(STRICT),
  };
};
