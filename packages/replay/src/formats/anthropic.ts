import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { type Format, Reader } from "./format.js";
import { resultText, toJsonText, toList, toObject, toText } from "./json.js";
import type { Recorded } from "./recorded.js";
import type { ToolRule, ToolTable } from "./tool-rules.js";

const editor: ToolRule = {
  op: "commands",
  by: "command",
  commands: {
    view: { op: "read", path: ["path"], range: ["view_range"], style: "auto" },
    str_replace: { op: "edit", path: ["path"], old: ["old_str"], new: ["new_str"] },
    create: { op: "write", path: ["path"], text: ["file_text"] },
    insert: { op: "insert", path: ["path"], line: ["insert_line"], text: ["new_str", "insert_text"] },
  },
};
const read: ToolRule = {
  op: "read",
  path: ["path", "file_path"],
  offset: ["offset", "start_line"],
  limit: ["limit"],
  end: ["end_line"],
  list: ["files"],
  style: "auto",
};
const edit: ToolRule = {
  op: "edit",
  path: ["path", "file_path"],
  old: ["old_text", "old_string", "old_str"],
  new: ["new_text", "new_string", "new_str"],
  all: ["replace_all"],
  list: ["edits"],
};
const write: ToolRule = { op: "write", path: ["path", "file_path"], text: ["content"] };

const shell: ToolRule = { op: "shell", command: ["command"] };

const table: ToolTable = {
  tools: {
    str_replace_editor: editor,
    str_replace_based_edit_tool: editor,
    Read: read,
    read,
    read_file: read,
    read_files: read,
    Edit: edit,
    MultiEdit: edit,
    edit,
    edit_file: edit,
    editor: edit,
    Write: write,
    write,
    write_file: write,
    Bash: shell,
    bash: shell,
    Grep: { op: "output", as: "grep" },
    Glob: { op: "output", as: "glob" },
    LS: { op: "output", as: "list" },
    list_files: { op: "output", as: "list" },
    list_directory: { op: "output", as: "list" },
    search_files: { op: "output", as: "grep" },
  },
  failures: ["Error", "<tool_use_error>", "No replacement was performed"],
};

const isMessage = (value: unknown): value is JsonObject =>
  isJsonObject(value) && (value["role"] === "user" || value["role"] === "assistant") && "content" in value;

/** The messages of a document, of a list, or the one of a line. */
const messagesOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return isMessage(value) ? [value] : toList(toObject(value)["messages"]);
};

const blocksOf = (message: JsonObject): JsonObject[] => toList(message["content"]).filter(isJsonObject);

class AnthropicReader extends Reader {
  *read(value: unknown, where: string): Iterable<Recorded> {
    const document = toObject(value);
    const system = document["system"] ?? document["system_prompt"];
    if (system !== undefined) yield { op: "message", role: "user", text: resultText(system) };
    const messages = messagesOf(value);
    for (const [at, message] of messages.entries()) {
      const place = messages.length > 1 ? `${where}, message ${at + 1}` : where;
      if (isMessage(message)) yield* this.#message(message, place);
      else this.setup.problems.add("message that has no role and content", place);
    }
  }

  *#message(message: JsonObject, where: string): Iterable<Recorded> {
    const role = message["role"] === "assistant" ? "assistant" : "user";
    const blocks = blocksOf(message);
    for (const block of blocks)
      if (block["type"] === "tool_use")
        this.setup.calls.add(block["id"], block["name"], block["input"], where);
    for (const { type, path, content } of blocks)
      if (type === "file" && typeof path === "string" && typeof content === "string")
        yield { op: "file", path, content };
    const said = blocks.filter(({ type }) => type !== "tool_result");
    const texts = said.map((block) => (block["input"] ? toJsonText(block["input"]) : resultText(block)));
    const text = toText(message["content"]) ?? texts.join("\n");
    if (role === "assistant" || text !== "") yield { op: "message", role, text };
    for (const block of blocks) if (block["type"] === "tool_result") yield* this.#result(block, where);
  }

  *#result(block: JsonObject, where: string): Iterable<Recorded> {
    const { tool_use_id: id, name, content: result, is_error: failed } = block;
    yield* this.setup.calls.finish({ id, name, result, failed: failed === true }, where);
  }
}

/** Messages as the Anthropic API has them, with `tool_use` and `tool_result` blocks: one document, or one a line. */
export const anthropic: Format = {
  name: "anthropic",
  title: "Anthropic messages",
  table,
  recognises: (value) => {
    const messages = messagesOf(value);
    return (
      messages.length > 0 &&
      isMessage(messages[0]) &&
      messages.some(
        (message) =>
          isMessage(message) &&
          blocksOf(message).some(({ type }) => type === "tool_use" || type === "tool_result"),
      )
    );
  },
  reader: (setup) => new AnthropicReader(setup),
};
