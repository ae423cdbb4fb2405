import { describe, isJsonObject } from "@lembas/arguments";
import { kindOf } from "../steps/kinds.js";
import { findEntry, isIdentified, type LedgerState } from "../windows/state.js";
import { ENTRIES, type JournalEntry } from "./entry.js";
import { JOURNAL_VERSION } from "./entry-shape.js";
import { findWrongField, type Shape } from "./schema.js";

const SHAPES = new Map<string, Shape>(
  Object.entries(ENTRIES).map(([kind, shape]) => [
    kind,
    { v: isVersion, op: isString, ...hasResult(kind), ...shape },
  ]),
);

function isVersion(value: unknown): value is number {
  return value === JOURNAL_VERSION;
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function hasResult(kind: string): Shape {
  return kind.includes(" ") ? { result: isString } : {};
}

/** How an entry's kind is named: `read shown`. What is not a string may be without any, such as `{ toString: 1 }`. */
const nameKind = ({ op, result }: Readonly<Record<string, unknown>>): string => {
  const step = typeof op === "string" ? op : "";
  return result === undefined ? step : `${step} ${typeof result === "string" ? result : ""}`;
};

const hasShape = (
  entry: Readonly<Record<string, unknown>>,
  shape: Shape,
): entry is JournalEntry & typeof entry => findWrongField(entry, shape) === undefined;

/** The results of the journal so far that an entry cannot be without. */
const namedIds = (entry: JournalEntry): readonly string[] => {
  if ("of" in entry) return [entry.of];
  if (isIdentified(entry)) return kindOf(entry).sources(entry);
  return entry.op === "rewind" && entry.id !== null ? [entry.id] : [];
};

/**
 * An equal value that nobody else holds and that cannot be changed; its texts are shared.
 *
 * @example frozenCopy(entry)
 */
export const frozenCopy = <Value>(value: Value): Value => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as Value;
  const copy = { ...value };
  for (const name of Object.keys(copy) as (keyof typeof copy)[]) copy[name] = frozenCopy(copy[name]);
  return Object.freeze(copy) as Value;
};

/**
 * The next entry of a journal, found whole and fit to follow the state.
 *
 * @throws {Error} it is of a newer version, or damaged; the message names the entry
 */
export const checkEntry = (state: LedgerState, value: unknown, index: number): JournalEntry => {
  const damaged = (why: string): Error => new Error(`journal entry ${index} is damaged: ${why}`);
  if (!isJsonObject(value)) throw damaged(`it must be an object; got ${describe(value)}`);
  const { v } = value;
  if (typeof v === "number" && v > JOURNAL_VERSION) {
    throw new Error(
      `journal entry ${index} has version ${v}; this package reads versions up to ${JOURNAL_VERSION}`,
    );
  }
  if (v !== JOURNAL_VERSION) throw damaged(`v must be a version; got ${describe(v)}`);
  const kind = nameKind(value);
  const shape = SHAPES.get(kind);
  if (shape === undefined) throw damaged(`there is no entry ${JSON.stringify(kind)}`);
  if (!hasShape(value, shape)) {
    const name = findWrongField(value, shape) ?? "";
    if (!Object.hasOwn(shape, name)) throw damaged(`${kind} has no field ${JSON.stringify(name)}`);
    throw damaged(`${kind} has a wrong ${name}; got ${describe(value[name])}`);
  }
  if (isIdentified(value)) {
    if (findEntry(state, value.id) !== undefined) throw damaged(`${value.id} is taken`);
    const odd = kindOf(value).findOdd?.(value);
    if (odd !== undefined) throw damaged(odd);
  }
  const missing = namedIds(value).find((id) => findEntry(state, id) === undefined);
  if (missing !== undefined) throw damaged(`it names ${missing}, which no entry before it has`);
  return frozenCopy(value);
};
