import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type ModelParts, RIGHT } from "./model-store.js";

/** A store that breaks one sentence of the contract: what it does, its wrong parts, and the check that says so. */
export interface WrongStore {
  /** The sentence of the contract. */
  readonly breaks: string;
  readonly way: string;
  readonly parts: Partial<ModelParts>;
  readonly check: string;
}

const each =
  (keep: (entry: string) => string): ModelParts["keep"] =>
  (entries) =>
    RIGHT.keep(entries).map(keep);

/** What a revision can be a hash of. */
const HASHED: Readonly<Record<string, (entries: readonly string[]) => string>> = {
  JSON: (entries) => JSON.stringify(entries),
  "joined text": (entries) => entries.join("\n\u00a7\n"),
};

/** Stores whose revision is the beginning of a hash. */
const HASHING: readonly Pick<WrongStore, "way" | "parts">[] = Object.entries(HASHED).flatMap(
  ([name, textOf]) =>
    [
      { algorithm: "sha512", digits: 2 },
      { algorithm: "sha256", digits: 8 },
      { algorithm: "sha1", digits: 8 },
      { algorithm: "md5", digits: 8 },
    ].map(({ algorithm, digits }) => ({
      way: `has ${digits} digits of ${algorithm}, of the ${name}, for a revision`,
      parts: {
        revisionOf: ({ entries }) =>
          createHash(algorithm).update(textOf(entries)).digest("hex").slice(0, digits),
      },
    })),
);

/** One list for ever, refilled each time that it is given. */
const refilled = (): ModelParts["give"] => {
  const list: string[] = [];
  return (entries) => {
    list.splice(0, list.length, ...entries);
    return list;
  };
};

const sleep = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** The answers of the first target, for all of them. */
const SHARED: ModelParts["answersOf"] = (target, all) => [...all.values()][0]?.answers ?? target.answers;

const KEPT = "Entries come back as they went in, in order.";
const REFUSED =
  "An entry that a store cannot keep as it is is refused with an Error, and nothing is written.";
const OWN = "Nothing done to the lists given to change and by read, or by change, reaches the store.";
const WORD = "A target's name is one or more ASCII letters, digits, - and _; another is a TypeError.";
const CASE = "Names that differ in case alone are one target.";
const REFUSAL = "A refusal writes nothing, and its value is given back.";
const THROWN = "What change throws comes out of update as it is, and nothing is written.";
const REVISION = "Two reads with the same revision gave the same entries.";
const EQUAL =
  "Where the new entries equal the ones that are there, nothing is written and the revision stays.";
const LOST = "An update is written only if the entries are still those that change was given.";
const ATTEMPTS = "change runs at most 10 times, then an Error is thrown and nothing is written.";
const AGAIN = "A retry is not applied twice: change is not run, and the value of back then is given again.";
const REMEMBERED = "A store remembers at least the 100 latest ids of each target.";

const EVERY = "entries come back as they went in, in order: with every character below U+10000";
const LONG = "entries come back as they went in, in order: of 70,000 characters";
const COUNT = "entries come back as they went in, in order: 2,000 of them";
const GIVEN = "what `read` and a change were given stays as it was when the entries change";
const IDS = "operation ids are compared as they are";
const STATE = "a revision is a text that names one state";

/** Ways to lose a character, each with the character that it loses. */
const LOST_CHARACTERS = [
  { way: "makes U+00A0 a space", from: "\u00a0", to: " " },
  { way: "makes U+000B a line end", from: "\u000b", to: "\n" },
  { way: "makes U+000C a line end", from: "\u000c", to: "\n" },
  { way: "makes U+2029 a line end", from: "\u2029", to: "\n" },
  { way: "drops U+FE0F", from: "\ufe0f", to: "" },
  { way: "drops U+009B", from: "\u009b", to: "" },
  { way: "drops U+E000", from: "\ue000", to: "" },
];

/** Ways to read an operation id as another one. */
const OTHER_IDS: readonly { readonly way: string; readonly read: (id: string) => string }[] = [
  { way: "trims operation ids", read: (id) => id.trim() },
  { way: "compares operation ids without case", read: (id) => id.toLowerCase() },
  { way: "composes letters of operation ids", read: (id) => id.normalize("NFC") },
  { way: "cuts operation ids at 36 characters", read: (id) => id.slice(0, 36) },
  { way: "cuts operation ids at 64 characters", read: (id) => id.slice(0, 64) },
  { way: "cuts operation ids at 255 characters", read: (id) => id.slice(0, 255) },
  { way: "keeps the last 255 characters of operation ids", read: (id) => id.slice(-255) },
  { way: "cuts operation ids at NUL", read: (id) => id.replace(/\0.*/su, "") },
  { way: "drops NUL of operation ids", read: (id) => id.replaceAll("\0", "") },
  { way: "makes operation ids well-formed", read: (id) => id.replace(/\p{Surrogate}/gu, "\ufffd") },
];

/** For each sentence of the contract at least one store that breaks only that. */
export const WRONG_STORES: readonly WrongStore[] = [
  {
    breaks: "A target that was never written has no entries; reading one makes nothing.",
    way: "greets who reads first",
    parts: {
      revisionOf: ({ entries, writes }) => `${writes} ${JSON.stringify(entries)}`,
      give: (entries) => (entries.length === 0 ? ["Welcome."] : [...entries]),
    },
    check: "a target that was never written has no entries, and reading it makes nothing",
  },
  {
    breaks: "All entries after a change are those that it gave.",
    way: "cannot be emptied",
    parts: {
      write: (target, entries) => {
        if (entries.length > 0) target.entries = entries;
      },
    },
    check: "all entries can be taken out",
  },
  {
    breaks: KEPT,
    way: "turns them round",
    parts: { keep: (entries) => RIGHT.keep(entries).toReversed() },
    check: "entries come back as they went in, in order: of several lines",
  },
  {
    breaks: KEPT,
    way: "sorts them",
    parts: { keep: (entries) => RIGHT.keep(entries).toSorted() },
    check: "entries come back as they went in, in order: of several lines",
  },
  {
    breaks: KEPT,
    way: "drops doubles",
    parts: { keep: (entries) => [...new Set(RIGHT.keep(entries))] },
    check: "entries come back as they went in, in order: that are equal",
  },
  {
    breaks: KEPT,
    way: "drops NUL",
    parts: { keep: each((entry) => entry.replaceAll("\0", "")) },
    check: "entries come back as they went in, in order: with characters of every kind",
  },
  {
    breaks: KEPT,
    way: "drops control characters",
    parts: { keep: each((entry) => entry.replace(/[\x01-\x08\x0b-\x1f]/gu, "")) },
    check: "entries come back as they went in, in order: with characters of every kind",
  },
  {
    breaks: KEPT,
    way: "cuts at 5,000 characters",
    parts: { keep: each((entry) => entry.slice(0, 5_000)) },
    check: LONG,
  },
  {
    breaks: KEPT,
    way: "keeps 200 entries",
    parts: { keep: (entries) => RIGHT.keep(entries).slice(0, 200) },
    check: COUNT,
  },
  {
    breaks: KEPT,
    way: "cuts at 65,535 characters",
    parts: { keep: each((entry) => entry.slice(0, 65_535)) },
    check: LONG,
  },
  {
    breaks: KEPT,
    way: "keeps 1,000 entries",
    parts: { keep: (entries) => RIGHT.keep(entries).slice(0, 1_000) },
    check: COUNT,
  },
  ...LOST_CHARACTERS.map(({ way, from, to }) => ({
    breaks: KEPT,
    way,
    parts: { keep: each((entry) => entry.replaceAll(from, to)) },
    check: EVERY,
  })),
  {
    breaks: KEPT,
    way: "trims what operations do not trim",
    parts: {
      keep: each((entry) => entry.replace(/^[\0\x1c-\x1f\x85\u200b]+|[\0\x1c-\x1f\x85\u200b]+$/gu, "")),
    },
    check: "entries come back as they went in, in order: with characters of every kind",
  },
  {
    breaks: KEPT,
    way: "composes letters",
    parts: { keep: each((entry) => entry.normalize("NFC")) },
    check: "entries come back as they went in, in order: with characters of every kind",
  },
  {
    breaks: KEPT,
    way: "drops blank lines",
    parts: { keep: each((entry) => entry.replace(/\n\n+/gu, "\n")) },
    check: "entries come back as they went in, in order: of several lines",
  },
  {
    breaks: KEPT,
    way: "splits at any §",
    parts: { keep: (entries) => RIGHT.keep(entries).flatMap((entry) => entry.split("\u00a7")) },
    check: "entries come back as they went in, in order: with separators inside",
  },
  {
    breaks: KEPT,
    way: "escapes quotes",
    parts: { keep: each((entry) => entry.replaceAll("'", "''")) },
    check: "entries come back as they went in, in order: with what programs take for theirs",
  },
  {
    breaks: KEPT,
    way: "expands $&",
    parts: { keep: each((entry) => "_".replace("_", entry)) },
    check: "entries come back as they went in, in order: with what programs take for theirs",
  },
  {
    breaks: KEPT,
    way: "keeps what UTF-16 units below U+10000 can say",
    parts: { keep: each((entry) => entry.replace(/[\u{10000}-\u{10ffff}]/gu, "?")) },
    check: "entries come back as they went in, in order: with characters of every kind",
  },
  {
    breaks: REFUSED,
    way: "trims",
    parts: { keep: each((entry) => entry.trim()) },
    check: "entries that no operation makes come back as they went in, or are an Error that writes nothing",
  },
  {
    breaks: REFUSED,
    way: "drops U+FEFF at the beginning of an entry",
    parts: { keep: each((entry) => entry.replace(/^\ufeff/u, "")) },
    check: "entries that no operation makes come back as they went in, or are an Error that writes nothing",
  },
  {
    breaks: REFUSED,
    way: "drops U+FEFF at the beginning of the first entry",
    parts: {
      keep: (entries) =>
        RIGHT.keep(entries).map((entry, index) => (index === 0 ? entry.replace(/^\ufeff/u, "") : entry)),
    },
    check: "entries that no operation makes come back as they went in, or are an Error that writes nothing",
  },
  {
    breaks: REFUSED,
    way: "turns CRLF into LF",
    parts: { keep: each((entry) => entry.replaceAll("\r\n", "\n")) },
    check: "entries that no operation makes come back as they went in, or are an Error that writes nothing",
  },
  {
    breaks: REFUSED,
    way: "drops blank entries",
    parts: { keep: (entries) => RIGHT.keep(entries).filter((entry) => entry.trim() !== "") },
    check: "entries that no operation makes come back as they went in, or are an Error that writes nothing",
  },
  {
    breaks: REFUSED,
    way: "splits at a line of §",
    parts: { keep: (entries) => RIGHT.keep(entries).flatMap((entry) => entry.split(/\n\u00a7\n/u)) },
    check: "entries that no operation makes come back as they went in, or are an Error that writes nothing",
  },
  {
    breaks: REFUSED,
    way: "writes before it refuses",
    parts: {
      write: (target, entries) => {
        target.entries = entries.filter((entry) => !entry.includes("\r"));
        if (target.entries.length < entries.length) throw new TypeError("a carriage return");
      },
    },
    check: "entries that no operation makes come back as they went in, or are an Error that writes nothing",
  },
  {
    breaks: "Texts are kept well-formed: a lone surrogate is U+FFFD.",
    way: "keeps lone surrogates",
    parts: { keep: (entries) => [...entries] },
    check: "a lone surrogate is U+FFFD",
  },
  {
    breaks: OWN,
    way: "reads give its own list",
    parts: { give: (entries) => entries },
    check: "nothing done to what `read` gave reaches the store",
  },
  {
    breaks: OWN,
    way: "gives changes its own list",
    parts: { giveChange: (entries) => entries },
    check: "nothing done to what a change was given reaches the store",
  },
  {
    breaks: OWN,
    way: "keeps the list that a change gave",
    parts: {
      keep: (entries) =>
        entries.some((entry) => /\p{Surrogate}/u.test(entry)) ? RIGHT.keep(entries) : entries,
    },
    check: "nothing done to what a change gave reaches the store",
  },
  {
    breaks: OWN,
    way: "refills the list that a read gave at the next read",
    parts: { give: refilled() },
    check: GIVEN,
  },
  {
    breaks: OWN,
    way: "refills the list that a change was given at the next change",
    parts: { giveChange: refilled() },
    check: GIVEN,
  },
  {
    breaks: WORD,
    way: "takes any name",
    parts: { nameOf: (name) => name.toLowerCase() },
    check: "a target's name that is not a word is a TypeError",
  },
  {
    breaks: WORD,
    way: "throws an Error that is no TypeError",
    parts: {
      nameOf: (name) => {
        if (!/^[\w-]+$/u.test(name)) throw new Error(`not a word: ${name}`);
        return name.toLowerCase();
      },
    },
    check: "a target's name that is not a word is a TypeError",
  },
  {
    breaks: WORD,
    way: "takes a name with a line end",
    parts: { nameOf: (name) => RIGHT.nameOf(name.replace(/\n$/u, "")) },
    check: "a target's name that is not a word is a TypeError",
  },
  {
    breaks: WORD,
    way: "has names of its own",
    parts: {
      nameOf: (name) => {
        if (name in {}) throw new TypeError(`reserved: ${name}`);
        return RIGHT.nameOf(name);
      },
    },
    check: "any word of letters, digits, - and _ is a target's name",
  },
  {
    breaks: "A store holds entries by target.",
    way: "has one target",
    parts: { nameOf: (name) => RIGHT.nameOf(name) && "one" },
    check: "targets are apart",
  },
  {
    breaks: CASE,
    way: "tells targets apart by case",
    parts: {
      nameOf: (name) => {
        RIGHT.nameOf(name);
        return name;
      },
    },
    check: "names that differ in case alone are one target, for operation ids too",
  },
  {
    breaks: CASE,
    way: "tells operation ids apart by the target's case",
    parts: { keyOf: (name, id) => `${name} ${id}` },
    check: "names that differ in case alone are one target, for operation ids too",
  },
  {
    breaks: REFUSAL,
    way: "writes where it refuses",
    parts: {
      refuse: (target) => {
        target.entries = [...target.entries, "refused"];
      },
    },
    check: "a refusal writes nothing and gives back its value",
  },
  {
    breaks: THROWN,
    way: "wraps what a change throws",
    parts: { fail: (_target, thrown) => new Error(`update failed: ${thrown}`) },
    check: "what a change throws comes out as it is, and nothing is written",
  },
  {
    breaks: THROWN,
    way: "makes an Error of a thrown text",
    parts: { fail: (_target, thrown) => (thrown instanceof Error ? thrown : new Error(String(thrown))) },
    check: "what a change throws comes out as it is, and nothing is written",
  },
  {
    breaks: THROWN,
    way: "writes where a change throws",
    parts: {
      fail: (target, thrown) => {
        target.entries = [...target.entries, "failed"];
        return thrown;
      },
    },
    check: "what a change throws comes out as it is, and nothing is written",
  },
  {
    breaks: "update gives back what the outcome's value is.",
    way: "gives back the entries",
    parts: { answer: (_value, { entries }) => entries },
    check: "an update is there for every handle, and gives back its value",
  },
  {
    breaks: REVISION,
    way: "has one revision",
    parts: { revisionOf: () => "1" },
    check: STATE,
  },
  {
    breaks: REVISION,
    way: "counts entries for a revision",
    parts: { revisionOf: ({ entries }) => String(entries.length) },
    check: STATE,
  },
  {
    breaks: REVISION,
    way: "joins entries for a revision",
    parts: { revisionOf: ({ entries }) => entries.join("\n") },
    check: STATE,
  },
  {
    breaks: REVISION,
    way: "sorts entries for a revision",
    parts: { revisionOf: ({ entries }) => JSON.stringify(entries.toSorted()) },
    check: STATE,
  },
  ...HASHING.map((store) => ({ ...store, breaks: REVISION, check: STATE })),
  {
    breaks: REVISION,
    way: "has the CRC-32 for a revision",
    parts: { revisionOf: ({ entries }) => String(crc32(JSON.stringify(entries))) },
    check: STATE,
  },
  {
    breaks: REVISION,
    way: "has the sum of its characters, times 31 for each, for a revision",
    parts: {
      revisionOf: ({ entries }) =>
        String([...JSON.stringify(entries)].reduce((sum, unit) => (31 * sum + unit.charCodeAt(0)) | 0, 7)),
    },
    check: STATE,
  },
  {
    breaks: "A revision is a text.",
    way: "has a number for a revision",
    parts: { revisionOf: ({ writes }) => writes },
    check: STATE,
  },
  {
    breaks: EQUAL,
    way: "writes equal entries",
    parts: { isEqual: () => false, revisionOf: ({ writes }) => String(writes) },
    check: "an update to equal entries writes nothing, so that the revision stays",
  },
  {
    breaks: "An update to equal entries uses its operation id up.",
    way: "forgets the operation id of an update to equal entries",
    parts: {
      remember: (answers, key, json, isNew) => {
        if (isNew) RIGHT.remember(answers, key, json, isNew);
      },
    },
    check: "an update to equal entries uses its operation id up",
  },
  {
    breaks: "A reader sees the entries before an update or after it, never between.",
    way: "writes entry by entry",
    parts: {
      write: async (target, entries) => {
        const half = entries.slice(0, entries.length / 2);
        target.entries = half;
        await sleep();
        if (target.entries === half) target.entries = entries;
      },
    },
    check: "a read during updates sees a whole state",
  },
  {
    breaks: LOST,
    way: "reads, waits and writes",
    parts: { pause: sleep, isCurrent: () => true },
    check: "updates at once, through two handles: none is lost, none is there twice",
  },
  {
    breaks: LOST,
    way: "writes over what came while the change was worked out",
    parts: { isCurrent: () => true },
    check: "an update that begins while another works out its change: both are there",
  },
  {
    breaks: "Else change runs again on what is there now.",
    way: "gives up at once",
    parts: { attempts: 1 },
    check: "an update that begins while another works out its change: both are there",
  },
  {
    breaks: ATTEMPTS,
    way: "tries for ever",
    parts: { attempts: Number.POSITIVE_INFINITY },
    check: "a change is run at most 10 times; an update that never fits is an Error that writes nothing",
  },
  {
    breaks: ATTEMPTS,
    way: "writes when it gives up",
    parts: {
      giveUp: (target, change) => {
        const outcome = change(target.entries);
        if (!outcome.refused) target.entries = outcome.entries;
        throw new Error("others came between at each attempt");
      },
    },
    check: "a change is run at most 10 times; an update that never fits is an Error that writes nothing",
  },
  {
    breaks: AGAIN,
    way: "looks for an operation id before it waits, and not again",
    parts: { pause: sleep, looksAgain: false },
    check: "an operation id that is sent twice at once is applied once",
  },
  {
    breaks: AGAIN,
    way: "knows no operation ids",
    parts: { remember: () => {} },
    check: "an operation id is applied once, and gives the same answer again",
  },
  {
    breaks: AGAIN,
    way: "gives null again for an object",
    parts: { replay: (json) => (json.startsWith("{") ? null : JSON.parse(json)) },
    check: "the answer given again is equal to the first, whatever JSON it is",
  },
  {
    breaks: AGAIN,
    way: "gives undefined again for null",
    parts: { replay: (json) => JSON.parse(json) ?? undefined },
    check: "the answer given again is equal to the first, whatever JSON it is",
  },
  {
    breaks: AGAIN,
    way: "gives a text again for a number",
    parts: { replay: (json) => (/^\d/u.test(json) ? json : JSON.parse(json)) },
    check: "the answer given again is equal to the first, whatever JSON it is",
  },
  {
    breaks: AGAIN,
    way: "gives the number of entries again",
    parts: { replay: (_json, { entries }) => entries.length },
    check: "the answer given again is equal to the first, whatever JSON it is",
  },
  {
    breaks: "The value given again is equal, not the same object.",
    way: "gives the same object again",
    parts: (() => {
      const given = new Map<string, unknown>();
      return {
        replay: (json) => {
          const value = given.get(json) ?? JSON.parse(json);
          given.set(json, value);
          return value;
        },
      };
    })(),
    check: "nothing done to an answer changes the one given again",
  },
  {
    breaks: AGAIN,
    way: "gives no answer again, but throws",
    parts: {
      replay: () => {
        throw new Error("applied before");
      },
    },
    check: "an operation id is applied once, and gives the same answer again",
  },
  {
    breaks: "An operation id names an update within its target.",
    way: "shares operation ids between targets",
    parts: { answersOf: SHARED },
    check: "an operation id is of its target",
  },
  ...OTHER_IDS.map(({ way, read }) => ({
    breaks: "An operation id is compared as it is.",
    way,
    parts: { keyOf: (_name: string, id: string) => read(id) },
    check: IDS,
  })),
  {
    breaks: "A refusal does not use an id up.",
    way: "remembers a refusal",
    parts: {
      refuse: ({ answers }, key, json) => {
        if (key !== undefined) answers.set(key, json);
      },
    },
    check: "a refusal does not use an operation id up",
  },
  {
    breaks: REMEMBERED,
    way: "remembers 99 ids",
    parts: {
      remember: (answers, key, json) => {
        answers.set(key, json);
        const [oldest] = answers.keys();
        if (answers.size > 99 && oldest !== undefined) answers.delete(oldest);
      },
    },
    check: "the latest 100 operation ids of each target are remembered",
  },
  {
    breaks: REMEMBERED,
    way: "remembers the first 100 ids",
    parts: {
      remember: (answers, key, json) => {
        if (answers.size < 100) answers.set(key, json);
      },
    },
    check: "the latest 100 operation ids of each target are remembered",
  },
  {
    breaks: REMEMBERED,
    way: "remembers 100 ids of all targets together",
    parts: { keyOf: (name, id) => `${name} ${id}`, answersOf: SHARED },
    check: "the latest 100 operation ids of each target are remembered",
  },
];
