import type { PieceReader, Place } from "./piece-reader.js";

/** How much of a line is looked at to tell what it is. */
const FRONT = 400;

/** Where the lines of a transcript stand that matter. */
export interface TranscriptLines {
  /** Messages that requests name by their hash. */
  readonly blobs: ReadonlyMap<string, Blob>;
  /** Records of requests, by their id. */
  readonly requests: ReadonlyMap<string, Place>;
  /** Rows with the results of these calls. */
  readonly results: ReadonlyMap<string, ResultRow>;
  /** Rows that have to be read to know what they hold. */
  readonly rows: readonly Place[];
}

/** A row with a result. */
export interface ResultRow extends Place {
  /** Whether its first bytes have what may be a head, such as `[#5b3f0c]`. */
  readonly mayHaveHead: boolean;
}

/** A message that requests name. */
export interface Blob extends Place {
  /** The call that it begins with the result of, as far as its first bytes tell. */
  readonly callId: string | undefined;
}

/** What a result's row has before the id of its call. */
export const RESULT = '"role":"user","content":[{"tool_use_id":"';
/** What comes in front of the content of a message that may have neither calls nor results. */
const CONTENTS = ['"role":"user","content":', '"role":"system","content":'];
/** How a content without results begins. */
const PLAIN = ['"', '[{"type":"text"', '[{"type":"image"', '[{"type":"document"'];

// Expressions would take longer to be made, in a process for each call, than these take to search.

/** The text of JSON that begins behind this, up to its quote; `undefined` where there is none, or it has an escape. */
const textBehind = (front: string, start: string): string | undefined => {
  const at = front.indexOf(start);
  const from = at + start.length;
  const end = at === -1 ? -1 : front.indexOf('"', from);
  const text = front.slice(from, Math.max(end, from));
  return text === "" || text.includes("\\") ? undefined : text;
};

/** Whether a row has neither calls nor results. */
const isPlain = (front: string): boolean =>
  front.includes('"attachment":{') ||
  CONTENTS.some((start) => {
    const at = front.indexOf(start);
    return at !== -1 && PLAIN.some((plain) => front.startsWith(plain, at + start.length));
  });

/** Finds the lines of a transcript in one pass over its bytes, by how each begins. */
export const findLines = (transcript: PieceReader): TranscriptLines => {
  const blobs = new Map<string, Blob>();
  const requests = new Map<string, Place>();
  const results = new Map<string, ResultRow>();
  const rows: Place[] = [];
  for (let start = 0; start < transcript.size; ) {
    const seen = transcript.bytes({ start, end: Math.min(start + FRONT, transcript.size) });
    const text = seen.toString("latin1");
    const end = transcript.lineEnd(start);
    const front = text.slice(0, end - start);
    const place = { start, end };
    start = end + 1;
    if (front.startsWith('{"type":"api-request-blob"')) {
      const hash = textBehind(front, '"hash":"');
      if (hash !== undefined) blobs.set(hash, { ...place, callId: textBehind(front, RESULT) });
    } else if (front.startsWith('{"type":"api-request"')) {
      const id = textBehind(front, '"id":"');
      if (id !== undefined) requests.set(id, place);
    } else if (front.startsWith('{"parentUuid":') && !isPlain(front)) {
      const callId = textBehind(front, RESULT);
      if (callId === undefined) rows.push(place);
      else results.set(callId, { ...place, mayHaveHead: front.includes('"[#') });
    }
  }
  return { blobs, requests, results, rows };
};
