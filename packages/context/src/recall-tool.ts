/** What a model is told of the recall tool. */
export interface RecallTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of its arguments. */
  readonly schema: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, { readonly type: string; readonly description: string }>>;
    readonly required: string[];
    readonly additionalProperties: boolean;
  };
}

/**
 * The tool with which a model sees an earlier result again: its name, its description and the schema of its arguments,
 * those of a recall. Specification 2.11.
 *
 * @example
 * const { name, description, schema } = recallTool;
 * const tools = [{ name, description, input_schema: schema }];
 */
export const recallTool: RecallTool = {
  name: "recall",
  description:
    "Shows an earlier tool result of this conversation again, whole or some lines of it, by the id in its head.",
  schema: {
    type: "object",
    properties: {
      target: { type: "string", description: "The id of the result, such as #5b3f0c." },
      offset: { type: "integer", description: "The first line to show, from 1." },
      limit: { type: "integer", description: "How many lines to show." },
      column: {
        type: "integer",
        description: "The first character of the first line, where that line is long.",
      },
    },
    required: ["target"],
    additionalProperties: false,
  },
};
