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

/** Tools under the names that many programs give them, for recordings of messages that do not say whose they are. */
export const commonTools: ToolTable = {
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
