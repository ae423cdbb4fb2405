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

const HASH = /"hash":"([0-9a-f]{64})"/;
const ID = /"id":"([^"\\]+)"/;
const RESULT = /"role":"user","content":\[\{"tool_use_id":"([^"\\]+)"/;
/** What a row or a message begins with that has neither calls nor results. */
const PLAIN = /"attachment":\{|"role":"(?:user|system)","content":(?:"|\[\{"type":"(?:text|image|document)")/;

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
      const hash = HASH.exec(front)?.[1];
      if (hash !== undefined) blobs.set(hash, { ...place, callId: RESULT.exec(front)?.[1] });
    } else if (front.startsWith('{"type":"api-request"')) {
      const id = ID.exec(front)?.[1];
      if (id !== undefined) requests.set(id, place);
    } else if (front.startsWith('{"parentUuid":') && !PLAIN.test(front)) {
      const callId = RESULT.exec(front)?.[1];
      if (callId === undefined) rows.push(place);
      else results.set(callId, { ...place, mayHaveHead: front.includes('"[#') });
    }
  }
  return { blobs, requests, results, rows };
};
