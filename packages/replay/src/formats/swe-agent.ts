import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { countCharacters, firstCharacters } from "@lembas/format";
import { type Format, Reader } from "./format.js";
import { interpretCall } from "./interpret-call.js";
import { parseJson, resultText, toList, toObject, toText } from "./json.js";
import { printedLines } from "./printed-lines.js";
import type { Recorded } from "./recorded.js";
import { saysFailure, type ToolTable } from "./tool-rules.js";
import { type ViewerAction, viewerChange } from "./viewer-change.js";
import { windowHead } from "./window.js";

const table: ToolTable = {
  tools: {
    open: { op: "read", path: ["path"], style: "windowed" },
    goto: { op: "read", path: ["path"], style: "windowed" },
    scroll_up: { op: "read", path: ["path"], style: "windowed" },
    scroll_down: { op: "read", path: ["path"], style: "windowed" },
    bash: { op: "shell", command: ["command"] },
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

/** What SWE-agent shows a model of one observation, in characters, where its history does not say. */
const SHOWN_CHARACTERS = 100_000;

const shownText = (observation: string): string =>
  countCharacters(observation) <= SHOWN_CHARACTERS
    ? observation
    : `${firstCharacters(observation, SHOWN_CHARACTERS)}<response clipped>`;

/** An answer of the model in the history, and the message that it was given for it. */
interface Turn {
  readonly answer: JsonObject;
  readonly given: string | undefined;
}

/** The answers of the model to this task, in order; those of a demonstration are none. */
const turnsOf = (history: readonly JsonObject[]): Turn[] =>
  history.flatMap((answer, at) => {
    if (answer["role"] !== "assistant" || answer["is_demo"] === true) return [];
    const next = history[at + 1];
    const isGiven = next !== undefined && next["role"] !== "assistant";
    return [{ answer, given: isGiven ? resultText(next["content"]) : undefined }];
  });

/** The turn of a step, if it is the one that the history has in its place. */
const turnOf = (action: string, turn: Turn | undefined): Partial<Turn> =>
  turn !== undefined && toText(turn.answer["action"])?.trim() === action.trim() ? turn : {};

/** The tool call of an answer where the model called tools; else the words of the command. */
const viewerAction = (text: string, answer: JsonObject | undefined): ViewerAction => {
  const call = toObject(toObject(toList(answer?.["tool_calls"])[0])["function"]);
  const name = toText(call["name"]);
  if (name !== undefined) return { name, args: toObject(parseJson(toText(call["arguments"]) ?? "")), text };
  return { name: /^\S*/.exec(text.trimStart())?.[0] ?? "", args: { command: text.trimEnd() }, text };
};

/** What came of an action. */
interface StepResult {
  readonly observation: string;
  /** What the model was given of it. */
  readonly given: string;
  readonly state: unknown;
  readonly callId: string;
}

class SweAgentReader extends Reader {
  #documents = 0;

  *read(value: unknown, where: string): Iterable<Recorded> {
    this.#documents += 1;
    const conversation = `conversation ${this.#documents}`;
    for (const recorded of this.#document(toObject(value), where)) yield { ...recorded, conversation };
    yield { op: "end", conversation };
  }

  *#document(document: JsonObject, where: string): Iterable<Recorded> {
    const history = toList(document["history"]).filter(isJsonObject);
    const opening = history.slice(
      0,
      Math.max(
        0,
        history.findIndex(({ role }) => role === "assistant"),
      ),
    );
    for (const message of opening)
      yield { op: "message", role: "user", text: resultText(message["content"]) };
    const turns = turnsOf(history);
    for (const [at, value] of toList(document["trajectory"]).entries()) {
      const step = toObject(value);
      const action = toText(step["action"]);
      const observation = toText(step["observation"]);
      const text = [step["thought"], step["action"]].map((part) => toText(part) ?? "").join("\n");
      yield { op: "message", role: "assistant", text };
      if (action === undefined || observation === undefined)
        this.setup.problems.add("step without action or observation", `${where}, step ${at + 1}`);
      else {
        const { answer, given } = turnOf(action, turns[at]);
        yield* this.#step(viewerAction(action, answer), {
          observation,
          given: given ?? shownText(observation),
          state: step["state"],
          callId: `call ${at + 1}`,
        });
      }
    }
  }

  *#step(action: ViewerAction, { observation, given, state, callId }: StepResult): Iterable<Recorded> {
    const { name, args, text } = action;
    const failed = saysFailure(this.setup.table, observation);
    const path = this.#shownPath(observation, state);
    if (viewerEdits.has(name) && path !== undefined && !failed) {
      const echo = printedLines(observation, "windowed", {});
      yield {
        op: "edit",
        callId,
        tool: name,
        args,
        result: given,
        path,
        changes: [viewerChange(action)],
        echo,
      };
      return;
    }
    const known = Object.hasOwn(this.setup.table.tools, name);
    const call = known
      ? { name, args: { path, ...args, ...(path !== undefined && { path }) } }
      : { name: "bash", args: { command: text.trim() } };
    yield* interpretCall({ ...call, callId, result: observation, given }, this.setup.table);
  }

  /** The path in the viewer's header, made absolute by the working directory. */
  #shownPath(observation: string, state: unknown): string | undefined {
    const shown = windowHead(observation)?.path;
    if (shown === undefined || shown.startsWith("/")) return shown;
    const folder = toText(toObject(typeof state === "string" ? parseJson(state) : state)["working_dir"]);
    return folder === undefined ? shown : `${folder}/${shown}`;
  }
}

/** SWE-agent: one document with `trajectory`, whose steps have an action and an observation. */
export const sweAgent: Format = {
  name: "swe-agent",
  title: "SWE-agent",
  table,
  recognises: (value) =>
    toList(toObject(value)["trajectory"]).some((step) => isJsonObject(step) && "action" in step),
  reader: (setup) => new SweAgentReader(setup),
};
