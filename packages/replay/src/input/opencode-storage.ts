import { basename, dirname, join } from "node:path";
import type { JsonObject } from "@lembas/arguments";
import { toName, toObject } from "../formats/json.js";
import type { RecordingValue } from "../replay-values.js";
import { readJsonFiles } from "./json-files.js";

/** Names of sessions and messages, which name files too. */
const NAME = /^(?:ses|msg)_[A-Za-z0-9]+$/;

/** The JSON objects in a folder, by the names of their files, which are in the order of time. */
const objectsIn = async (folder: string): Promise<JsonObject[]> => {
  const values = await readJsonFiles(folder, (names) =>
    names.filter((name) => name.endsWith(".json")).sort(),
  );
  return values.map(toObject);
};

/** The store that a file lies in as one of its sessions. */
const storeOf = (path: string): string | undefined => {
  const folder = dirname(dirname(path));
  return basename(folder) === "session" ? dirname(folder) : undefined;
};

/** Whether the file's value is the session that the file is named for. */
const isSessionOf = (path: string, value: unknown): boolean => {
  const { id, projectID } = toObject(value);
  return NAME.test(toName(id)) && typeof projectID === "string" && basename(path) === `${toName(id)}.json`;
};

async function* joined(
  path: string,
  store: string,
  values: AsyncIterable<RecordingValue>,
): AsyncGenerator<RecordingValue> {
  for await (const { value, where } of values) {
    if (!isSessionOf(path, value)) {
      yield { value, where };
      continue;
    }
    const messages: unknown[] = [];
    for (const info of await objectsIn(join(store, "message", toName(toObject(value)["id"])))) {
      const id = toName(info["id"]);
      messages.push({ info, parts: NAME.test(id) ? await objectsIn(join(store, "part", id)) : [] });
    }
    yield { value: { info: value, messages }, where };
  }
}

/**
 * The values of a file; of a session in the store that opencode had before its database, with what stands in files
 * beside it, as `opencode export` prints it (anomalyco/opencode: packages/opencode/src/storage/storage.ts): a message
 * in `message/SESSION`, a part in `part/MESSAGE`.
 *
 * @param path the file, `storage/session/PROJECT/SESSION.json`
 */
export const withStoredMessages = (
  path: string,
  values: AsyncIterable<RecordingValue>,
): AsyncIterable<RecordingValue> => {
  const store = storeOf(path);
  return store === undefined ? values : joined(path, store, values);
};
