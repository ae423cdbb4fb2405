import { capText, splitLines } from "@lembas/format";
import fc from "fast-check";
import { expect } from "vitest";
import { ContextLedger, type Insertion } from "../context-ledger.js";
import type { LedgerOptions } from "../options.js";

/** Lines that come again: some are long, some are alerts, and each may stand in files and outputs alike. */
const line = fc.oneof(
  { weight: 8, arbitrary: fc.nat(40).map((number) => `line ${number} of a file with several words`) },
  { weight: 1, arbitrary: fc.constantFrom("", "}", "an error of it", "[lines 1-9 as in #0001]") },
);

const lines = fc.array(line, { minLength: 8, maxLength: 14 });

/** Texts are put together from pieces that all results of a session share. */
const order = fc.array(fc.nat(3), { minLength: 1, maxLength: 3 });

const action = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("read" as const),
      file: fc.constantFrom("f", "f", "g"),
      offset: fc.constantFrom(1, 1, 1, 4, 9),
      limit: fc.constantFrom(undefined, undefined, 12),
      fresh: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("touch" as const), file: fc.constantFrom("f", "g"), order }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("write" as const),
      file: fc.constantFrom("f", "g"),
      order,
      inCall: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("edit" as const),
      file: fc.constantFrom("f", "g"),
      order,
      /** The texts of its call: what they are of, and how much of it. */
      texts: fc.array(
        fc.record({ order, from: fc.constantFrom(0, 0, 5, 90), to: fc.constantFrom(1, 1, 0.7) }),
        {
          maxLength: 3,
        },
      ),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("output" as const),
      tool: fc.constantFrom("bash", "list"),
      order,
      separator: fc.constantFrom(undefined, undefined, "\u2192", ": "),
      cap: fc.constantFrom(undefined, undefined, 6),
      fresh: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("forget" as const), back: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("compact" as const), every: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rewind" as const), back: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.constant({ do: "restart" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "fork" as const }) },
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

/** A session whose results share lines. */
export const knownSession = fc.record({
  pieces: fc.array(lines, { minLength: 2, maxLength: 4 }),
  actions: fc.array(action, { minLength: 4, maxLength: 30, size: "max" }),
  options: fc.record({
    union: fc.boolean(),
    lineNumbers: fc.boolean(),
    heads: fc.constantFrom("full" as const, "short" as const),
    editText: fc.constantFrom("diff" as const, "line" as const),
    keepChars: fc.constantFrom(undefined, undefined, 3_000),
  }),
  hides: fc.constantFrom(0, 0, 0, 3),
});
export type KnownSession = typeof knownSession extends fc.Arbitrary<infer One> ? One : never;

/** What stands in the conversation of a result: its lines that stand there whole, by their number. */
interface Shown {
  readonly id: string;
  readonly printed: ReadonlyMap<number, string>;
  readonly before: readonly Shown[];
}

/** A conversation in plain lists: what marks say is looked up in the texts that they name, and nowhere else. */
export class KnownSessionModel {
  readonly #session: KnownSession;
  readonly #options: LedgerOptions;
  #ledger: ContextLedger;
  #conversation: readonly Shown[] = [];
  #results: Shown[] = [];
  readonly #forgotten = new Set<string>();
  readonly #files = new Map<string, string>();
  /** How many marks were looked up. */
  marks = 0;

  constructor(session: KnownSession) {
    this.#session = session;
    this.#options = {
      ...session.options,
      knownLines: true,
      isShown: (id) => this.#held().some((shown) => shown.id === id),
    };
    this.#ledger = new ContextLedger(this.#options);
  }

  run(): void {
    for (const action of this.#session.actions) this.#take(action);
  }

  /** What the host shows: all, or only the newest. */
  #held(): readonly Shown[] {
    return this.#session.hides === 0 ? this.#conversation : this.#conversation.slice(-this.#session.hides);
  }

  #text(order: readonly number[]): string {
    const { pieces } = this.#session;
    return order
      .flatMap((piece) => pieces[piece % pieces.length] ?? [])
      .map((line) => `${line}\n`)
      .join("");
  }

  #take(action: Action): void {
    if (action.do === "touch") this.#files.set(action.file, this.#text(action.order));
    else if (action.do === "read") this.#read(action);
    else if (action.do === "write") this.#write(action);
    else if (action.do === "edit") this.#edit(action);
    else if (action.do === "output") this.#output(action);
    else if (action.do === "forget") this.#forget(action.back);
    else if (action.do === "compact") this.#compact(action.every);
    else if (action.do === "rewind") this.#rewind(action.back);
    else if (action.do === "restart") {
      this.#ledger = ContextLedger.replay(JSON.parse(JSON.stringify(this.#ledger)), this.#options);
    } else this.#ledger = this.#ledger.fork({ isShown: this.#options.isShown });
  }

  /**
   * The rows of an inserted text with each mark undone, from the lines that the named result prints; a row is the line
   * alone where `bare` says how. Fails where a mark is not a line of the text, or names what is not there.
   */
  #undo(
    inserted: Insertion,
    rows: readonly string[],
    headRows: number,
    truth: (number: number) => string | undefined,
  ): string[] {
    const marks = new Map((inserted.marks ?? []).map((mark) => [mark.line - 1 - headRows, mark]));
    this.marks += marks.size;
    for (const row of marks.keys())
      expect(rows[row]).toMatch(/^\[.* (as in|same as lines .* of) #[0-9a-f]+.*\]$/);
    return rows.flatMap((row, index) => {
      const mark = marks.get(index);
      if (mark === undefined) return [row];
      const named = this.#held().find(({ id }) => id === mark.id);
      const found = Array.from({ length: mark.to - mark.from + 1 }, (_, at) =>
        named?.printed.get(mark.from + at),
      );
      const meant = Array.from({ length: mark.last - mark.first + 1 }, (_, at) => truth(mark.first + at));
      expect(found).toEqual(meant);
      expect(inserted.sources).toContain(mark.id);
      return found.map((line) => `\0${line}`);
    });
  }

  #show(id: string, printed: ReadonlyMap<number, string>): void {
    const shown = { id, printed, before: this.#conversation };
    this.#conversation = [...this.#conversation, shown];
    this.#results.push(shown);
    this.#forgotten.delete(id);
  }

  #read({ file, offset, limit, fresh }: Extract<Action, { do: "read" }>): void {
    const content = this.#files.get(file) ?? this.#text([0, 1]);
    const inserted = this.#ledger.read({ path: file, content, offset, limit, fresh });
    const { id, text, kind } = inserted;
    const printed = new Map<number, string>();
    if (kind === "stub") {
      expect(fresh).toBe(false);
      for (const source of inserted.sources ?? []) expect(this.#held().map(({ id }) => id)).toContain(source);
    } else if (kind !== "notice") {
      const all = splitLines(content);
      const asked = all.slice(offset - 1, offset - 1 + (limit ?? all.length));
      const [, ...rows] = text.replace(/\n\n\(\d+ more lines? — .*\)$/, "").split("\n");
      const body = this.#undo(inserted, rows, 1, (number) => all[number - 1]);
      if (fresh) expect(inserted.marks).toBeUndefined();
      expect(body).toHaveLength(asked.length);
      for (const [index, row] of body.entries()) {
        const number = offset + index;
        if (row.startsWith("\0")) continue;
        expect(row).toBe(this.#session.options.lineNumbers ? `${number}: ${asked[index]}` : asked[index]);
        printed.set(number, asked[index] ?? "");
      }
    }
    this.#show(id, printed);
  }

  #write({ file, order, inCall }: Extract<Action, { do: "write" }>): void {
    const after = this.#text(order);
    const { id, marks } = this.#ledger.write({ path: file, before: this.#files.get(file), after, inCall });
    expect(marks).toBeUndefined();
    this.#files.set(file, after);
    this.#show(id, new Map(inCall ? splitLines(after).map((line, index) => [index + 1, line]) : []));
  }

  #edit({ file, order, texts }: Extract<Action, { do: "edit" }>): void {
    const before = this.#files.get(file);
    const after = this.#text(order);
    const inCall = texts.map(({ order, from, to }) => {
      const text = this.#text(order);
      return text.slice(from, Math.ceil(to * text.length));
    });
    const { id, marks } = this.#ledger.edit({ path: file, before, after, inCall });
    expect(marks).toBeUndefined();
    this.#files.set(file, after);
    const printed = new Map<number, string>();
    const lines = splitLines(after);
    const held = inCall.map((text) => `\n${splitLines(text).join("\n")}\n`);
    for (let at = 0; at + 8 <= lines.length && before !== undefined && before !== after; at++) {
      const block = lines.slice(at, at + 8);
      if (!held.some((text) => text.includes(`\n${block.join("\n")}\n`))) continue;
      for (const [index, line] of block.entries()) printed.set(at + index + 1, line);
    }
    this.#show(id, printed);
  }

  #output({ tool, order, separator, cap, fresh }: Extract<Action, { do: "output" }>): void {
    const from = order.length * 10;
    const numberOf = (index: number): number => (separator === undefined ? index + 1 : from + index);
    const lines = splitLines(this.#text(order));
    const given = lines.map((line, index) =>
      separator === undefined ? line : `${numberOf(index)}${separator}${line}`,
    );
    const bounds = cap === undefined ? ("off" as const) : { maxLines: cap };
    const inserted = this.#ledger.output({
      ...{ tool, text: given.map((row) => `${row}\n`).join(""), cap: bounds, fresh },
      ...(separator !== undefined && { numbered: separator }),
    });
    const { id, text, kind } = inserted;
    const printed = new Map<number, string>();
    if (kind === "stub") {
      expect(fresh).toBe(false);
      for (const source of inserted.sources ?? []) expect(this.#held().map(({ id }) => id)).toContain(source);
      this.#show(id, printed);
      return;
    }
    if (fresh) expect(inserted.marks).toBeUndefined();
    const headRows = text.startsWith(`[${id}]\n`) ? 1 : 0;
    const rows = text.split("\n").slice(headRows);
    const body = this.#undo(inserted, rows, headRows, (number) => lines[number - numberOf(0)]);
    const elided = body.findIndex((row) => /^\[\d+ lines elided, full output #[0-9a-f]+\]$/.test(row));
    if (elided === -1) expect(body).toHaveLength(lines.length);
    else {
      const out = Number(/\d+/.exec(body[elided] ?? "")?.[0]);
      expect(out).toBe(lines.length - (body.length - 1));
      expect(kind).toBe("capped");
      if (inserted.marks === undefined && fresh)
        expect(rows.join("\n")).toBe(capText(`${given.join("\n")}\n`, id, { maxLines: cap }).text);
    }
    for (const [row, shown] of body.entries()) {
      if (row === elided || shown.startsWith("\0")) continue;
      const index = elided === -1 || row < elided ? row : lines.length - (body.length - row);
      expect(shown).toBe(given[index]);
      printed.set(numberOf(index), lines[index] ?? "");
    }
    this.#show(id, printed);
  }

  #forget(back: number): void {
    const result = this.#results.at(-1 - back);
    if (result === undefined) return;
    this.#ledger.forget([result.id]);
    this.#forgotten.add(result.id);
    this.#conversation = this.#conversation.filter(({ id }) => id !== result.id);
  }

  #compact(every: number): void {
    const kept = this.#conversation.filter((_, index) => every > 0 && index % every === 0);
    this.#ledger.compact({ kept: kept.map(({ id }) => id) });
    this.#conversation = kept;
  }

  #rewind(back: number): void {
    const to = this.#results.at(-1 - back);
    this.#ledger.rewind(to?.id ?? null);
    this.#results = to === undefined ? [] : this.#results.slice(0, this.#results.indexOf(to) + 1);
    this.#conversation = (to === undefined ? [] : [...to.before, to]).filter(
      ({ id }) => !this.#forgotten.has(id),
    );
  }
}
