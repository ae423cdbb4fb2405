import { expect, it } from "vitest";
import { ContextLedger } from "../context-ledger.js";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Fields = { [name: string]: Json };

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${index + 1}\n`).join("");

/** A journal with an entry of every kind, and every field in one of them. */
const everyKind = (): Fields[] => {
  const journal: unknown[] = [];
  const ledger = new ContextLedger({
    onEntry: (entry) => journal.push(entry),
    acrossEdits: true,
    knownLines: true,
    keepChars: 1_000,
    cap: { maxChars: 900, tailChars: 0 },
  });
  const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
  const content = lines(20);
  const after = content.replace("3\n", "3rd\n");
  ledger.read({ id: "#a001", callId: "call-1", path: "f", content });
  ledger.read({ path: "wide", content: `${"x".repeat(200)}\n`, pageChars: 100, column: 2 });
  ledger.edit({ id: "#e001", path: "f", before: content, after });
  ledger.read({ id: "#a002", path: "f", content: after });
  ledger.read({ path: "f", content: after, offset: 99 });
  ledger.read({ path: "f", content: after, column: 99 });
  ledger.read({ path: "empty", content: "" });
  ledger.edit({ path: "f", before: after, after });
  ledger.write({ path: "new", after: "1\n" });
  const added = "a line that the call of the edit has\n".repeat(8);
  ledger.edit({ path: "new", before: "1\n", after: added, inCall: [added] });
  ledger.edit({ path: "new", before: added, after: null });
  ledger.output({ tool: "list", text: "a" });
  ledger.output({ tool: "list", text: "a" });
  ledger.output({ tool: "list", text: "" });
  ledger.output({ id: "#b001", tool: "shot", blocks: [image] });
  ledger.output({ tool: "shot", blocks: [image] });
  ledger.output({ tool: "shot", blocks: [image, { type: "text", text: "\ufffd".repeat(40) }] });
  ledger.recall({ target: "#b001" });
  ledger.recall({ target: "#b001", offset: 99 });
  ledger.recall({ target: "#b001", column: 99 });
  ledger.recall({ target: "none" });
  ledger.output({ id: "#b002", tool: "bash", text: "" });
  ledger.recall({ target: "#b002" });
  ledger.output({ tool: "bash", text: "x".repeat(950) });
  ledger.recall({ target: "#a001" });
  ledger.forget(["#b001"]);
  ledger.compact({ kept: ["#a001"] });
  ledger.rewind("#b002");
  ledger.compact();
  return JSON.parse(JSON.stringify(journal));
};

/** Fields that an entry may lack. */
const OPTIONAL = new Set([
  "callId",
  "capped",
  "drops",
  "column",
  "next",
  "edits",
  "call",
  "text",
  "follows",
  "callLines",
  "printed",
  "images",
  "imageBytes",
]);

const isOptional = (entry: Fields, path: string): boolean =>
  OPTIONAL.has(path) || path === "images.0.since" || (path === "sha" && entry["op"] === "output");

const HASH = /^[0-9a-f]{64}$/;
const ID = /^#[0-9a-f]{4,}$/;

/** Values that are not what stands there, though some are near to it. */
const wrongValues = (value: Json): readonly Json[] => {
  if (typeof value === "number") return [-1, 0.5, String(value), null, 2 ** 53];
  if (typeof value === "boolean") return [false, "true", null];
  if (value === null) return ["0".repeat(64), 5];
  if (Array.isArray(value)) return [{}, "x", null, [null], [...value, null]];
  if (typeof value === "object") return [[], "x", null, {}];
  if (HASH.test(value)) return [`${value}0`, `0${value}`, value.toUpperCase().replace(/^./, "G"), 5, null];
  if (ID.test(value)) return [`${value} x`, value.slice(1), 5, null];
  return [5, null, ["x"], "\ud800"];
};

const isParent = (value: Json): value is Json[] | Fields => typeof value === "object" && value !== null;

/** Each field, however deep, by its path: `characters.head`, `images.0.sha`. */
const paths = (value: Json, before = ""): string[] =>
  isParent(value)
    ? Object.entries(value).flatMap(([name, part]) => [before + name, ...paths(part, `${before}${name}.`)])
    : [];

const at = (value: Json, path: string): Json | undefined =>
  path
    .split(".")
    .reduce<Json | undefined>(
      (part, name) => (isParent(part ?? null) ? Reflect.get(Object(part), name) : undefined),
      value,
    );

/** The entry with another value in the place of a field, or without that field. */
const changed = (entry: Fields, path: string, value: Json | undefined): Fields => {
  const copy = structuredClone(entry);
  const names = path.split(".");
  const last = names.pop() ?? "";
  const parent = Object(
    names.reduce<Json | undefined>((part, name) => Reflect.get(Object(part), name), copy),
  );
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return copy;
};

const entries = everyKind();
const kinds = [...new Set(entries.map(({ op, result }) => `${op} ${result ?? ""}`.trim()))];

it("a session has every kind of entry", () => {
  expect(kinds.sort()).toMatchInlineSnapshot(`
    [
      "compact",
      "edit changed",
      "edit deleted",
      "edit unchanged",
      "forget",
      "output binary",
      "output blank",
      "output shown",
      "output stub",
      "read past",
      "read past-column",
      "read shown",
      "read stub",
      "recall dropped",
      "recall empty",
      "recall past",
      "recall past-column",
      "recall shown",
      "recall unknown",
      "rewind",
      "write created",
    ]
  `);
});

const fields = entries.flatMap((entry, index) =>
  paths(entry).map((path) => ({ index, path, name: `${entry["op"]} ${entry["result"] ?? ""} ${path}` })),
);
const once = fields.filter(({ name }, index) => fields.findIndex((field) => field.name === name) === index);

it.each(once)("a damaged field is an Error that names the entry: $name", ({ index, path }) => {
  const entry = entries[index] ?? {};
  const value = at(entry, path) ?? null;
  const wrong: (Json | undefined)[] = [...wrongValues(value)];
  // A rewind may be to before the first step.
  if (entry["op"] === "rewind") wrong.splice(wrong.indexOf(null), 1);
  if (!isOptional(entry, path) && !path.includes(".")) wrong.push(undefined);
  for (const other of wrong) {
    const damaged = entries.with(index, changed(entry, path, other));
    expect(() => ContextLedger.replay(damaged), `${path}: ${JSON.stringify(other)}`).toThrow(
      new RegExp(`^journal entry ${index} (is damaged|has version)`),
    );
  }
});

it.each(once.filter(({ path }) => ["since", "of", "id", "edits"].includes(path)))(
  "a name that no entry before has is an Error: $name",
  ({ index, path, name }) => {
    const entry = entries[index] ?? {};
    const isOwn = path === "id" && !name.startsWith("rewind");
    const missing = Array.isArray(entry[path]) ? ["#ffffff"] : "#ffffff";
    const act = () =>
      ContextLedger.replay(entries.slice(0, index + 1).with(index, changed(entry, path, missing)));
    if (isOwn) expect(act).not.toThrow();
    else
      expect(act).toThrow(
        `journal entry ${index} is damaged: it names #ffffff, which no entry before it has`,
      );
  },
);

it.each<[string, Fields]>([
  ["output shown", { since: 5 }],
  ["output shown", { images: 1.5 }],
  ["output stub", { since: 5 }],
  ["edit changed", { follows: 5 }],
  ["read stub", { since: 5 }],
  ["read shown", { marks: 5 }],
  ["output blank", { text: "x" }],
  ["compact", { kept: 5 }],
])("C17: a wrong or unknown field is an Error that names the entry: %s with %j", (kind, more) => {
  const index = entries.findIndex(({ op, result }) => `${op} ${result ?? ""}`.trim() === kind);
  expect(index).toBeGreaterThan(-1);
  const damaged = entries.with(index, { ...entries[index], ...more });
  expect(() => ContextLedger.replay(damaged)).toThrow(`journal entry ${index} is damaged: ${kind} has `);
});
