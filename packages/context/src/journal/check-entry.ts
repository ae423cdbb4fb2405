import { describe } from "@lembas/arguments";
import { isId } from "../steps/step-id.js";
import { findEntry, type LedgerState } from "../windows/state.js";
import { isIdentified, JOURNAL_VERSION, type JournalEntry } from "./entry.js";

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const isText: Check = (value) => typeof value === "string" && value.isWellFormed();
const isCount: Check = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isTrue: Check = (value) => value === true;
const isHash: Check = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isFollowed: Check = (value) => Array.isArray(value) && value.length === 3 && value.every(isCount);
const shaped =
  (shape: Shape): Check =>
  (value) =>
    isObject(value) && Object.entries(shape).every(([name, check]) => check(value[name]));

const characters = shaped({
  given: isCount,
  inserted: isCount,
  head: isCount,
  numbers: isCount,
  stored: isCount,
});

const STEP: Shape = {
  id: isId,
  callId: maybe(isText),
  characters,
  capped: maybe(isTrue),
  drops: maybe(listOf(isId)),
};
const FILE: Shape = { ...STEP, path: isText, key: isText, lines: isCount };
const READ: Shape = { ...FILE, sha: isHash };
const CHANGE: Shape = { ...FILE, sha: isHash, text: maybe(isText), follows: maybe(listOf(isFollowed)) };
const OUTPUT: Shape = { ...STEP, tool: isText, call: maybe(isHash), sha: maybe(isHash) };
const RECALL: Shape = { ...STEP, of: isId };

/** The fields of every kind of entry, by its op and its result. */
const SHAPES: Readonly<Record<string, Shape>> = {
  "read shown": {
    ...READ,
    first: isCount,
    last: isCount,
    column: maybe(isCount),
    next: maybe(isCount),
    text: maybe(isText),
  },
  "read stub": {
    ...READ,
    first: isCount,
    last: isCount,
    since: listOf(isId),
    from: isCount,
    to: isCount,
    edits: maybe(listOf(isId)),
  },
  "read past": { ...READ, offset: isCount },
  "read past-column": { ...READ, first: isCount, column: isCount, length: isCount },
  "edit changed": CHANGE,
  "edit created": CHANGE,
  "edit unchanged": CHANGE,
  "edit deleted": { ...FILE, sha: (value) => value === null },
  "output shown": {
    ...OUTPUT,
    text: maybe(isText),
    images: maybe(listOf(shaped({ sha: isHash, since: maybe(isId) }))),
  },
  "output stub": { ...OUTPUT, since: isId },
  "output blank": OUTPUT,
  "recall shown": RECALL,
  "recall empty": RECALL,
  "recall past": RECALL,
  "recall past-column": RECALL,
  "recall dropped": RECALL,
  "recall unknown": { ...STEP, target: isText },
  compact: { characters, kept: listOf(isId) },
  forget: { ids: listOf(isId) },
  rewind: { id: isId },
};

const kindOf = ({ op, result }: Readonly<Record<string, unknown>>): string => {
  // What is no text may have none at all, such as { toString: 1 }.
  const step = op === "write" ? "edit" : typeof op === "string" ? op : "";
  if (result === undefined) return step;
  return `${step} ${typeof result === "string" ? result : ""}`;
};

const hasShape = (
  entry: Readonly<Record<string, unknown>>,
  shape: Shape,
): entry is JournalEntry & typeof entry => Object.entries(shape).every(([name, check]) => check(entry[name]));

/** The results of the journal so far that an entry names. */
const namedIds = (entry: JournalEntry): readonly string[] => {
  if (entry.op === "rewind") return [entry.id];
  if (entry.op === "read" && entry.result === "stub") return [...entry.since, ...(entry.edits ?? [])];
  if (entry.op === "output" && entry.since !== undefined) return [entry.since];
  return entry.op === "recall" && entry.result !== "unknown" ? [entry.of] : [];
};

/** Why the lines that an entry speaks of cannot be: state is made of them when it is applied. */
const findOddLines = (entry: JournalEntry): string | undefined => {
  if (entry.op === "read" && (entry.result === "shown" || entry.result === "stub")) {
    const { first, last, lines } = entry;
    const isFit = lines === 0 ? first === 0 && last === 0 : first >= 1 && first <= last && last <= lines;
    return isFit ? undefined : `its lines ${first}-${last} are none of ${lines}`;
  }
  if (entry.op !== "edit" && entry.op !== "write") return undefined;
  const odd = entry.follows?.find(([, , added]) => added > entry.lines);
  return odd && `its change adds ${odd[2]} lines to ${entry.lines}`;
};

/**
 * The next entry of a journal, found whole and fit to follow the state.
 *
 * @throws {Error} it is of a newer version, or damaged; the message names the entry
 */
export const checkEntry = (state: LedgerState, value: unknown, index: number): JournalEntry => {
  const damaged = (why: string): Error => new Error(`journal entry ${index} is damaged: ${why}`);
  if (!isObject(value)) throw damaged(`it must be an object; got ${describe(value)}`);
  const { v } = value;
  if (typeof v === "number" && v > JOURNAL_VERSION) {
    throw new Error(
      `journal entry ${index} has version ${v}; this package reads versions up to ${JOURNAL_VERSION}`,
    );
  }
  if (v !== JOURNAL_VERSION) throw damaged(`v must be a version; got ${describe(v)}`);
  const kind = kindOf(value);
  const shape = Object.hasOwn(SHAPES, kind) ? SHAPES[kind] : undefined;
  if (shape === undefined) throw damaged(`there is no entry ${JSON.stringify(kind)}`);
  if (!hasShape(value, shape)) {
    const name = Object.entries(shape).find(([field, check]) => !check(value[field]))?.[0] ?? "";
    throw damaged(`${kind} has no fit ${name}; got ${describe(value[name])}`);
  }
  if (isIdentified(value) && findEntry(state, value.id) !== undefined) throw damaged(`${value.id} is taken`);
  const odd = findOddLines(value);
  if (odd !== undefined) throw damaged(odd);
  const missing = namedIds(value).find((id) => findEntry(state, id) === undefined);
  if (missing !== undefined) throw damaged(`it names ${missing}, which no entry before it has`);
  return value;
};
