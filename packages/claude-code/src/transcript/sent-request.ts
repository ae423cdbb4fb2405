import { isJsonObject, type JsonObject } from "@lembas/arguments";
import { objectsOf } from "../objects-of.js";
import { findLines, RESULT, type TranscriptLines } from "./find-lines.js";
import { messageHash, resultHash } from "./message-hash.js";
import type { PieceReader, Place } from "./piece-reader.js";
import { readLine, readRow } from "./read-line.js";

/** A call that the model made. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
}

/** A tool result, as it was sent. */
export interface SentResult {
  readonly call: Call;
  /** A text, or a list of blocks; read when it is asked for, where only its hash was needed before. */
  readonly content: unknown;
  readonly isError: boolean;
}

/** A request that was sent, as far as the transcript shows it word for word. */
export interface SentRequest {
  /** Its results of the calls asked for, in order. */
  readonly results: readonly SentResult[];
  /** The call whose result was the last one before. */
  readonly before: Call | undefined;
  /** Tokens of the conversation, the reply included. */
  readonly tokens: number;
}

/** What the model replied to a request. */
interface Reply {
  readonly calls: Call[];
  readonly request: unknown;
  readonly tokens: number;
}

/** The text of a result, as JSON, and the hash of the message that has nothing else. */
interface TextPlace extends Place {
  readonly call: Call;
  readonly hash: string;
}

const QUOTE = 34;
const BACKSLASH = 92;

const TOKENS = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"];

const countTokens = (usage: unknown): number =>
  TOKENS.reduce((sum, name) => {
    const count = isJsonObject(usage) ? usage[name] : undefined;
    return sum + (typeof count === "number" ? count : 0);
  }, 0);

/** The replies of the model by the ids of their calls, and results that their rows do not tell at once. */
class Replies {
  readonly #transcript: PieceReader;
  readonly #lines: TranscriptLines;
  readonly #byCall = new Map<string, Reply>();
  readonly #repeated = new Set<string>();
  readonly #read = new Map<string, readonly JsonObject[]>();

  constructor(transcript: PieceReader, lines: TranscriptLines) {
    this.#transcript = transcript;
    this.#lines = lines;
    /** The program writes each block of a reply into a row of its own. */
    const byMessage = new Map<unknown, Reply>();
    for (const place of lines.rows) {
      const row = readRow(transcript, place);
      const message = row?.["message"];
      if (row === undefined || !isJsonObject(message)) continue;
      const blocks = objectsOf(message["content"]);
      const callId = blocks[0]?.["tool_use_id"];
      if (typeof callId === "string") this.#read.set(callId, blocks);
      for (const { type, id, name, input } of blocks) {
        if (type !== "tool_use" || typeof id !== "string" || typeof name !== "string") continue;
        const reply = byMessage.get(message["id"]) ?? {
          calls: [],
          request: row["requestRef"],
          tokens: countTokens(message["usage"]),
        };
        byMessage.set(message["id"], reply);
        reply.calls.push({ id, tool: name, input });
        if ((this.#byCall.get(id) ?? reply) !== reply) this.#repeated.add(id);
        this.#byCall.set(id, reply);
      }
    }
  }

  get all(): ReadonlySet<Reply> {
    return new Set(this.#byCall.values());
  }

  of(callId: string): Reply | undefined {
    return this.#byCall.get(callId);
  }

  /** Whether several replies have a call with this id: a result does not tell which of them it is of. */
  isRepeated(callId: string): boolean {
    return this.#repeated.has(callId);
  }

  isAnswered(callId: string): boolean {
    return this.#read.has(callId) || this.#lines.results.has(callId);
  }

  /** The blocks of the row with a call's result. */
  resultOf(callId: string): readonly JsonObject[] | undefined {
    const place = this.#lines.results.get(callId);
    const read =
      this.#read.get(callId) ?? (place && objectsOf(messageOf(readRow(this.#transcript, place))["content"]));
    if (read) this.#read.set(callId, read);
    return read;
  }

  /**
   * Where the text stands of a reply's only result, as JSON, and the hash of the message with it: as it is where the row
   * is written as the program writes most.
   */
  textOf({ calls }: Reply): TextPlace | undefined {
    const [call, ...others] = calls;
    const place = call && this.#lines.results.get(call.id);
    if (call === undefined || place === undefined || others.length > 0 || this.#read.has(call.id))
      return undefined;
    const row = this.#transcript.bytes(place);
    const front = `${RESULT}${call.id}","type":"tool_result","content":`;
    const at = row.indexOf(front);
    const start = at + front.length;
    const end = row.indexOf('"}]}', start + 1) + 1;
    if (at === -1 || end === 0 || row[start] !== QUOTE || row[end - 2] === BACKSLASH) return undefined;
    const hash = resultHash(call.id, row.subarray(start, end));
    return { call, hash, start: place.start + start, end: place.start + end };
  }

  /** The contents that the message with a reply's results may have been sent with. */
  contentsOf({ calls }: Reply): readonly (readonly JsonObject[])[] {
    const rows = calls.flatMap(({ id }) => {
      const content = this.resultOf(id);
      return content ? [{ content, start: this.#lines.results.get(id)?.start ?? 0 }] : [];
    });
    if (rows.length === 1) return rows.map(({ content }) => content);
    const inTime = rows.toSorted((one, other) => one.start - other.start);
    // Calls that run side by side are answered in either order, in one message or one after the other.
    return [
      rows.flatMap(({ content }) => content),
      inTime.flatMap(({ content }) => content),
      ...rows.map(({ content }) => content),
    ];
  }
}

const messageOf = (row: JsonObject | undefined): JsonObject => {
  const message = row?.["message"];
  return isJsonObject(message) ? message : {};
};

/** The hashes of a request's messages: it names those that it adds to an earlier one. */
const hashesOf = (
  transcript: PieceReader,
  { requests }: TranscriptLines,
  id: string,
): readonly string[] | undefined => {
  const chain: JsonObject[] = [];
  const seen = new Set<string>();
  for (let next: unknown = id; typeof next === "string"; ) {
    const place = requests.get(next);
    const request = place && readLine(transcript, place);
    if (request === undefined || seen.has(next)) return undefined;
    seen.add(next);
    chain.push(request);
    next = request["keep"] === 0 ? undefined : request["base"];
  }
  const hashes: string[] = [];
  for (const { keep, tail } of chain.reverse()) {
    if (typeof keep !== "number" || keep > hashes.length || !Array.isArray(tail)) return undefined;
    hashes.length = keep;
    for (const hash of tail) hashes.push(String(hash));
  }
  return hashes;
};

/** Whether the server is asked to leave out anything but thinking. */
const isEdited = (request: JsonObject | undefined): boolean => {
  const params = request?.["params"];
  const management = isJsonObject(params) ? params["context_management"] : undefined;
  if (management === undefined || management === null) return false;
  if (!isJsonObject(management) || !Array.isArray(management["edits"])) return true;
  return !management["edits"].every(
    (edit) =>
      isJsonObject(edit) && typeof edit["type"] === "string" && edit["type"].startsWith("clear_thinking_"),
  );
};

/** The call whose result stands last in front of a reply. */
const callBefore = (replies: Replies, reply: Reply): Call | undefined => {
  let last: Call | undefined;
  for (const other of replies.all) {
    if (other === reply) break;
    for (const call of other.calls) if (replies.isAnswered(call.id)) last = call;
  }
  return last;
};

/** A result whose text is read when it is asked for. */
const lazyResult = (transcript: PieceReader, { call, ...place }: TextPlace): SentResult => {
  let content: unknown;
  return {
    call,
    get content() {
      content ??= JSON.parse(transcript.bytes(place).toString("utf8"));
      return content;
    },
    isError: false,
  };
};

/**
 * The request that a call came from: those results in it that the transcript shows to the byte. What was not sent, or was
 * sent otherwise than it stands in the transcript (cleared, moved to a file, summarized, on another branch), is not among
 * them. `undefined` where the transcript does not tell, or the server was asked to leave out results.
 *
 * @param transcript is read again where a result's content is asked for
 * @param wants of which calls the results are asked for, and whether each may have a head
 */
export const readSentRequest = (
  transcript: PieceReader,
  callId: string,
  wants: (call: Call, mayHaveHead: boolean) => boolean,
): SentRequest | undefined => {
  const lines = findLines(transcript);
  const replies = new Replies(transcript, lines);
  const reply = replies.of(callId);
  const id = reply?.request;
  const place = typeof id === "string" ? lines.requests.get(id) : undefined;
  if (reply === undefined || typeof id !== "string" || place === undefined) return undefined;
  if (isEdited(readLine(transcript, place))) return undefined;
  const hashes = hashesOf(transcript, lines, id);
  if (hashes === undefined) return undefined;

  const isWanted = (call: Call): boolean =>
    !replies.isRepeated(call.id) && wants(call, lines.results.get(call.id)?.mayHaveHead === true);
  const sent = new Set(hashes);
  const texts = new Map<string, TextPlace>();
  const contents = new Map<string, readonly JsonObject[]>();
  for (const own of replies.all) {
    if (!own.calls.some(isWanted)) continue;
    const text = replies.textOf(own);
    // A hash that was sent is that of what was sent, however it was come by.
    if (text !== undefined && sent.has(text.hash)) texts.set(text.hash, text);
    else for (const content of replies.contentsOf(own)) contents.set(messageHash("user", content), content);
  }
  const contentOf = (hash: string): readonly JsonObject[] => {
    const blob = lines.blobs.get(hash);
    if (blob === undefined) return contents.get(hash) ?? [];
    if (blob.callId === undefined || !replies.of(blob.callId)?.calls.some(isWanted)) return [];
    return objectsOf(messageOf(readLine(transcript, blob))["content"]);
  };
  const results = hashes.flatMap((hash): readonly SentResult[] => {
    const text = texts.get(hash);
    if (text !== undefined) return [lazyResult(transcript, text)];
    return contentOf(hash).flatMap(({ type, tool_use_id, content, is_error }) => {
      const call = typeof tool_use_id === "string" ? callOf(replies, tool_use_id) : undefined;
      return type === "tool_result" && call && isWanted(call)
        ? [{ call, content, isError: is_error === true }]
        : [];
    });
  });
  return { results, before: callBefore(replies, reply), tokens: reply.tokens };
};

const callOf = (replies: Replies, id: string): Call | undefined =>
  replies.of(id)?.calls.find((call) => call.id === id);
