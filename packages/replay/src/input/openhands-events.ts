import { basename, dirname, join } from "node:path";
import { toName, toObject } from "../formats/json.js";
import type { RecordingValue } from "../replay-values.js";
import { readJsonFiles } from "./json-files.js";

/** The file with a conversation's state; its events are in files in the folder `events` beside it. */
const STATE = "base_state.json";

/** `event-00012-ID.json`. */
const EVENT = /^event-(\d{5,})-[\da-f-]+\.json$/i;

const numberOf = (name: string): number | undefined => {
  const digits = EVENT.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** The file with the state of the conversation that a file has an event of; `undefined` of any other file. */
export const stateOfEvent = (path: string): string | undefined =>
  EVENT.test(basename(path)) ? join(dirname(dirname(path)), STATE) : undefined;

/** Those of these names that are events', in the order of their numbers. */
const eventNames = (names: readonly string[]): string[] =>
  names
    .filter((name) => numberOf(name) !== undefined)
    .sort((one, two) => (numberOf(one) ?? 0) - (numberOf(two) ?? 0));

async function* joined(path: string, values: AsyncIterable<RecordingValue>): AsyncGenerator<RecordingValue> {
  for await (const { value, where } of values) {
    const state = toObject(value);
    const isState = "agent" in state;
    const history = isState ? await readJsonFiles(join(dirname(path), "events"), eventNames) : [];
    yield { value: history.length > 0 ? { instance_id: toName(state["id"]), history } : value, where };
  }
}

/**
 * The values of a file; of a conversation of OpenHands, whose state it is, the events beside it as one history
 * (OpenHands/software-agent-sdk: openhands-sdk/openhands/sdk/conversation/event_store.py).
 *
 * @param path the file, `conversations/ID/base_state.json`
 */
export const withStoredEvents = (
  path: string,
  values: AsyncIterable<RecordingValue>,
): AsyncIterable<RecordingValue> => (basename(path) === STATE ? joined(path, values) : values);
