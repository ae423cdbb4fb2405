import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { timeOfValue } from "../input/time-of-value.js";
import { findPlace } from "./find-place.js";
import { type Format, Reader } from "./format.js";
import { toInteger, toJsonText, toList, toName, toObject, toText } from "./json.js";
import { isKindEvent, OpenHandsEvents } from "./openhands-events.js";
import { shownText, withState } from "./openhands-shown.js";
import type { Recorded } from "./recorded.js";
import { ToolCalls } from "./tool-calls.js";
import type { ToolRule, ToolTable } from "./tool-rules.js";

const view: ToolRule = { op: "read", path: ["path"], range: ["view_range"], style: "numbered" };
const edits: Readonly<Record<string, ToolRule>> = {
  str_replace: { op: "edit", path: ["path"], old: ["old_str"], new: ["new_str"] },
  create: { op: "write", path: ["path"], text: ["file_text"] },
  insert: { op: "insert", path: ["path"], line: ["insert_line"], text: ["new_str"] },
  // The text before the undone edit is not in the recording.
  undo_edit: { op: "edit", path: ["path"], old: ["undone"], new: ["undone"] },
};
const editor: ToolRule = { op: "commands", by: "command", commands: { view, ...edits } };
// Its output has what the program adds: no read of it is certain.
const terminal: ToolRule = { op: "output", as: "bash" };

/** Actions, and tools since version 1. */
const table: ToolTable = {
  tools: {
    read: view,
    edit: { op: "commands", by: "command", commands: edits },
    write: { op: "write", path: ["path"], text: ["content"] },
    run: { op: "shell", command: ["command"], as: "bash" },
    file_editor: editor,
    str_replace_editor: editor,
    terminal,
    execute_bash: terminal,
    grep: { op: "output", as: "grep" },
    glob: { op: "output", as: "glob" },
  },
  failures: ["ERROR"],
};

/** Actions and observations that are no tool of the model: set-up, talk, state. */
const silent = new Set(
  "system message recall finish change_agent_state agent_state_changed null condensation_request loop_detection_recovery".split(
    " ",
  ),
);

/** The numbers of the events of a conversation that are not forgotten. */
class EventNumbers {
  /** In order. */
  readonly #numbers: number[] = [];

  add(number: number): void {
    const place = findPlace(this.#numbers, (other) => other > number);
    this.#numbers.splice(place, 0, number);
  }

  /** Takes out those from one number to another, both included: a recording may name any numbers. */
  take(first: number, last: number): number[] {
    const from = findPlace(this.#numbers, (number) => number >= first);
    const to = findPlace(this.#numbers, (number) => number > last);
    return this.#numbers.splice(from, Math.max(0, to - from));
  }
}

class OpenHandsReader extends Reader {
  #instances = 0;
  /** The summary that the conversation has. */
  #summary: string | undefined;

  *read(value: unknown, where: string): Iterable<Recorded> {
    const instance = toObject(value);
    const events = Array.isArray(value) ? value : instance["history"] ? toList(instance["history"]) : [value];
    this.#instances += 1;
    this.#summary = undefined;
    const conversation = `${toText(instance["instance_id"]) ?? "session"} ${this.#instances}`;
    yield* this.#events(events.flat(), conversation, where);
    yield { op: "end", conversation };
  }

  *#events(events: readonly unknown[], conversation: string, where: string): Iterable<Recorded> {
    const calls = new ToolCalls(this.setup.table, this.setup.problems);
    const unknown = (kind: string, place: string): void => this.unknown("event", kind, place);
    const newer = new OpenHandsEvents(calls, conversation, unknown);
    const held = new EventNumbers();
    let answer: unknown;
    for (const [at, value] of events.entries()) {
      const event = toObject(value);
      const number = toInteger(event["id"]);
      const place = `${where}, event ${toName(event["id"]) || at}`;
      if (isKindEvent(event)) {
        yield* newer.read(event, place);
        continue;
      }
      const action = toText(event["action"]);
      if (toText(event["observation"]) !== undefined)
        yield* this.#observation(event, calls, conversation, place);
      else if (action === "condensation") yield* this.#condensation(event, conversation, held);
      else if (action !== undefined) {
        if (!silent.has(action)) calls.add(toName(event["id"]), action, event["args"], place);
        const agent = event["source"] === "agent" && action !== "system";
        const response = toObject(toObject(event["tool_call_metadata"])["model_response"])["id"];
        const continued = response !== undefined && response === answer;
        answer = response;
        const args = toObject(event["args"]);
        const text = agent ? toJsonText(args) : (toText(args["content"]) ?? "");
        const id = toName(event["id"]);
        if (action !== "recall")
          yield {
            ...{ op: "message", id, role: agent ? "assistant" : "user", conversation, text, continued },
            time: timeOfValue(event),
          };
      } else yield* this.#talk(event, conversation, place);
      if (number !== undefined) held.add(number);
    }
    calls.end();
  }

  *#talk(event: JsonObject, conversation: string, where: string): Iterable<Recorded> {
    const text = toText(event["message"]);
    if (text === undefined) this.setup.problems.add("event that is neither action nor observation", where);
    else yield { op: "message", id: toName(event["id"]), role: "user", conversation, text };
  }

  *#observation(
    event: JsonObject,
    calls: ToolCalls,
    conversation: string,
    where: string,
  ): Iterable<Recorded> {
    const observation = toName(event["observation"]);
    if (silent.has(observation)) return;
    const { metadata } = toObject(event["extras"]);
    const isCommand = observation === "run" && isJsonObject(metadata);
    const failed = observation === "error" || (isCommand && (toInteger(metadata["exit_code"]) ?? 0) !== 0);
    const content = toText(event["content"]) ?? "";
    const result = shownText(content, observation);
    const given = isCommand ? shownText(withState(event, metadata), observation) : undefined;
    const id = toName(event["cause"]);
    // A call that could not be understood has no action: its error goes to the model all the same.
    if (observation === "error" && !calls.has(id))
      yield { op: "output", conversation, tool: observation, args: {}, result };
    else yield* calls.finish({ id, conversation, name: observation, result, given, failed }, where);
  }

  *#condensation(event: JsonObject, conversation: string, held: EventNumbers): Iterable<Recorded> {
    const args = toObject(event["args"]);
    const from = toInteger(args["forgotten_events_start_id"]);
    const to = toInteger(args["forgotten_events_end_id"]);
    const ids = toList(args["forgotten_event_ids"]).flatMap((id) => toInteger(id) ?? []);
    const inRange = from === undefined || to === undefined ? [] : held.take(from, to);
    const forgotten = [...ids, ...inRange].map(String);
    const text = toText(args["summary"]);
    const id = `summary ${toName(event["id"])}`;
    const before = this.#summary;
    // A newer summary takes the place of the one before.
    const messages = text === undefined || before === undefined ? forgotten : [...forgotten, before];
    yield { op: "forget", conversation, calls: forgotten, messages };
    if (text === undefined) return;
    this.#summary = id;
    yield { op: "message", id, role: "user", conversation, text };
  }
}

/**
 * OpenHands: one instance a line with its `history`, or a list of events; since version 1 events of a kind
 * (OpenHands/software-agent-sdk: openhands-sdk/openhands/sdk/event/), which its store has in files of their own
 * (`input/openhands-events.ts`).
 */
export const openHands: Format = {
  name: "openhands",
  title: "OpenHands",
  sessions: [
    {
      folder: ".openhands/conversations",
      moved: ["OPENHANDS_CONVERSATIONS_DIR", "OPENHANDS_PERSISTENCE_DIR/conversations"],
      files: ["*/base_state.json"],
    },
  ],
  table,
  hasLists: true,
  recognises: (value) => {
    const { history } = toObject(value);
    const events = Array.isArray(value) ? value : toList(history);
    const isEvent = (event: unknown): boolean =>
      isKindEvent(event) ||
      (isJsonObject(event) && ("action" in event || "observation" in event) && "source" in event);
    return events.flat().slice(0, 20).some(isEvent);
  },
  reader: (setup) => new OpenHandsReader(setup),
};
