import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseJson, toName, toObject } from "../formats/json.js";
import type { RecordingValue } from "../replay-values.js";

/** `event-00012-ID.json`, in the order of its number. */
const EVENT = /^event-(\d{5,})-[\da-f-]+\.json$/i;

/** The events of a conversation, each in a file of its own. */
const eventsIn = async (folder: string): Promise<unknown[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.flatMap((entry) => {
    const number = EVENT.exec(entry.name)?.[1];
    return entry.isFile() && number !== undefined ? [{ name: entry.name, number: Number(number) }] : [];
  });
  const events: unknown[] = [];
  for (const { name } of names.sort((one, two) => one.number - two.number))
    events.push(parseJson(await readFile(join(folder, name), "utf8")));
  return events;
};

async function* joined(path: string, values: AsyncIterable<RecordingValue>): AsyncGenerator<RecordingValue> {
  for await (const { value, where } of values) {
    const history = await eventsIn(join(dirname(path), "events"));
    const isState = history.length > 0 && "agent" in toObject(value);
    yield { value: isState ? { instance_id: toName(toObject(value)["id"]), history } : value, where };
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
): AsyncIterable<RecordingValue> => (basename(path) === "base_state.json" ? joined(path, values) : values);
