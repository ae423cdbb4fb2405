import type { Format, Reader, ReaderSetup } from "./format.js";
import { interpretCall } from "./interpret-call.js";
import { isObject, type JsonObject, parseJson, resultText, toList, toObject, toText } from "./json.js";
import { printedLines } from "./printed-lines.js";
import type { Recorded } from "./recorded.js";
import { saysFailure, type ToolTable } from "./tool-rules.js";
import { type ViewerAction, viewerChange } from "./viewer-change.js";

const table: ToolTable = {
  tools: {
    open: { op: "read", path: ["path"], style: "windowed" },
    goto: { op: "read", path: ["path"], style: "windowed" },
    scroll_up: { op: "read", path: ["path"], style: "windowed" },
    scroll_down: { op: "read", path: ["path"], style: "windowed" },
    find_file: { op: "output", as: "glob" },
    search_dir: { op: "output", as: "grep" },
    search_file: { op: "output", as: "grep" },
    str_replace_editor: {
      op: "commands",
      by: "command",
      commands: {
        view: { op: "read", path: ["path"], range: ["view_range"], style: "numbered" },
        str_replace: { op: "edit", path: ["path"], old: ["old_str"], new: ["new_str"] },
        create: { op: "write", path: ["path"], text: ["file_text"] },
        insert: { op: "insert", path: ["path"], line: ["insert_line"], text: ["new_str"] },
      },
    },
  },
  failures: ["Your proposed edit has introduced", "Error", "ERROR", "No replacement was performed"],
};

/** Commands of the file viewer that change the open file. */
const viewerEdits = new Set(["create", "edit", "insert", "append"]);

class SweAgentReader implements Reader {
  readonly #setup: ReaderSetup;

  constructor(setup: ReaderSetup) {
    this.#setup = setup;
  }

  *read(value: unknown, where: string): Iterable<Recorded> {
    const document = toObject(value);
    const history = toList(document["history"]).filter(isObject);
    const opening = history.slice(
      0,
      Math.max(
        0,
        history.findIndex(({ role }) => role === "assistant"),
      ),
    );
    for (const message of opening)
      yield { op: "message", role: "user", text: resultText(message["content"]) };
    const answers = history.filter(
      (message) => message["role"] === "assistant" && message["is_demo"] !== true,
    );
    for (const [at, value] of toList(document["trajectory"]).entries()) {
      const step = toObject(value);
      const action = toText(step["action"]);
      const observation = toText(step["observation"]);
      const text = [step["thought"], step["action"]].map((part) => toText(part) ?? "").join("\n");
      yield { op: "message", role: "assistant", text };
      if (action === undefined || observation === undefined)
        this.#setup.problems.add("step without action or observation", `${where}, step ${at + 1}`);
      else yield* this.#step(this.#action(action, answers[at]), observation, step["state"], `call ${at + 1}`);
    }
  }

  end(): void {}

  /** The tool call of an answer where the model called tools; else the words of the command. */
  #action(text: string, answer: JsonObject | undefined): ViewerAction {
    const call = toObject(toObject(toList(answer?.["tool_calls"])[0])["function"]);
    const name = toText(call["name"]);
    const same = toText(answer?.["action"])?.trim() === text.trim();
    if (name !== undefined && same)
      return { name, args: toObject(parseJson(toText(call["arguments"]) ?? "")), text };
    return { name: /^\S*/.exec(text.trimStart())?.[0] ?? "", args: { command: text.trimEnd() }, text };
  }

  *#step(action: ViewerAction, observation: string, state: unknown, callId: string): Iterable<Recorded> {
    const { name, args, text } = action;
    const failed = saysFailure(this.#setup.table, observation);
    const path = this.#shownPath(observation, state);
    if (viewerEdits.has(name) && path !== undefined && !failed) {
      const echo = printedLines(observation, "windowed", {});
      yield {
        op: "edit",
        callId,
        tool: name,
        args,
        result: observation,
        path,
        changes: [viewerChange(action)],
        echo,
      };
      return;
    }
    const known = Object.hasOwn(this.#setup.table.tools, name);
    const call = known
      ? { name, args: { path, ...args, ...(path !== undefined && { path }) } }
      : { name: "bash", args: { command: text.trim() } };
    yield* interpretCall({ ...call, callId, result: observation }, this.#setup.table);
  }

  /** The path in the viewer's header, made absolute by the working directory. */
  #shownPath(observation: string, state: unknown): string | undefined {
    const shown = /\[File: ([^\n]*) \(\d+ lines total\)\]/.exec(observation)?.[1];
    if (shown === undefined || shown.startsWith("/")) return shown;
    const folder = toText(toObject(typeof state === "string" ? parseJson(state) : state)["working_dir"]);
    return folder === undefined ? shown : `${folder}/${shown}`;
  }
}

/** SWE-agent: one document with `trajectory`, whose steps have an action and an observation. */
export const sweAgent: Format = {
  name: "swe-agent",
  title: "SWE-agent",
  folder: "trajectories (*.traj)",
  table,
  recognises: (value) =>
    toList(toObject(value)["trajectory"]).some((step) => isObject(step) && "action" in step),
  reader: (setup) => new SweAgentReader(setup),
};
