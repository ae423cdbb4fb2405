import { cutRead } from "./cut-read.js";
import type { Format } from "./format.js";
import { toName, toObject } from "./json.js";
import { OpenAiReader } from "./openai.js";
import type { Recorded } from "./recorded.js";
import type { ToolTable } from "./tool-rules.js";

const table: ToolTable = {
  tools: {
    ReadFile: { op: "read", path: ["path"], offset: ["line_offset"], limit: ["n_lines"], style: "numbered" },
    StrReplaceFile: {
      ...{ op: "edit", path: ["path"], list: ["edit"] },
      ...{ old: ["old"], new: ["new"], all: ["replace_all"] },
    },
    // A note stands before what a command printed: no read of it is certain. Files are written whole, or at their end.
    Shell: { op: "output", as: "bash" },
    Grep: { op: "output", as: "grep" },
    Glob: { op: "output", as: "glob" },
  },
  failures: ["<system>ERROR"],
};

/** Lines for the program itself, which no request has. */
const notes = new Set(["_checkpoint", "_usage"]);

class KimiReader extends OpenAiReader {
  override *read(value: unknown, where: string): Iterable<Recorded> {
    const line = toObject(value);
    const role = toName(line["role"]);
    if (notes.has(role)) return;
    const message = role === "_system_prompt" ? { ...line, role: "system" } : line;
    for (const step of super.read(message, where)) yield step.op === "read" ? withNote(step) : step;
  }
}

/** A read with what the note before its lines says: whether they end with the file, and whether one was cut. */
const withNote = (step: Recorded & { op: "read" }): Recorded => {
  const note = /^<system>(.*)<\/system>/.exec(step.result)?.[1] ?? "";
  if (step.printed === undefined) return step;
  if (note.includes("were truncated.")) return cutRead(step);
  const { first, lines } = step.printed;
  return note.includes("End of file reached.") ? step : { ...step, printed: { first, lines } };
};

/**
 * Kimi CLI (MoonshotAI/kimi-cli: src/kimi_cli/soul/context.py, src/kimi_cli/tools/): messages as OpenAI's chat
 * completions have them, one a line, with lines for the program between them. After a summary it goes on in a new file.
 */
export const kimiCli: Format = {
  name: "kimi-cli",
  title: "Kimi CLI",
  sessions: [
    {
      folder: ".kimi/sessions",
      moved: ["KIMI_SHARE_DIR/sessions"],
      files: ["*/*/context.jsonl"],
      subagents: [
        {
          files: "*/*/subagents/*/context.jsonl",
          session: ([project = "", session = ""]) => [project, session, "context.jsonl"],
        },
      ],
    },
  ],
  table,
  recognises: (value) => {
    const role = toName(toObject(value)["role"]);
    return role === "_system_prompt" || notes.has(role);
  },
  reader: (setup) => new KimiReader(setup),
};
