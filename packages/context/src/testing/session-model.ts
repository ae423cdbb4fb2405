import { capText, cleanTerminal, splitLines } from "@lembas/format";
import { expect } from "vitest";
import { ContextLedger, type Insertion } from "../context-ledger.js";
import type { JournalEntry } from "../journal/entry.js";
import type { LedgerOptions } from "../options.js";
import { type ContentBlock, isImageBlock } from "../steps/blocks.js";
import { sha256 } from "../text/sha256.js";
import { pathKey } from "../windows/path-key.js";
import { applyDiff, imageSince, linesOfStub, namedIn, type Shown, stubNames } from "./conversation.js";
import type { Action, SessionPlan } from "./session-plan.js";

/** What recall must give for a result: its text, or what its diff must make of a text. */
type Stored = { readonly text: string } | { readonly before: string; readonly after: string };

/** What every file holds at first. */
const FIRST_CONTENT = Array.from({ length: 24 }, (_, index) => `line ${index + 1}\n`).join("");

interface Result {
  readonly id: string;
  readonly text: string;
  readonly stored: Stored | undefined;
  readonly conversation: readonly Shown[];
}

/** A conversation kept whole, in plain lists: what a ledger's texts are checked against. */
export class SessionModel {
  readonly #plan: SessionPlan;
  #options: LedgerOptions;
  /** How many calls the host holds, and which branch it is asked about. */
  #shownCalls: number | undefined;
  #branch = 0;
  readonly #journal: JournalEntry[] = [];
  #ledger: ContextLedger;
  #files = new Map<string, string>();
  /** All results of the session, in order, each with the conversation right after it. */
  #results: Result[] = [];
  #conversation: readonly Shown[] = [];
  #forgotten = new Set<string>();
  readonly #texts: string[] = [];
  #calls = 0;

  constructor(plan: SessionPlan) {
    this.#plan = plan;
    this.#shownCalls = plan.shownCalls;
    this.#options = {
      ...plan.options,
      cap: { maxLines: 12, maxChars: 200 },
      pageLines: 30,
      pageChars: 220,
      onEntry: (entry) => this.#journal.push(structuredClone(entry)),
      ...this.#ownIsShown(),
    };
    this.#ledger = new ContextLedger(this.#options);
  }

  /**
   * Runs every action of the plan, and checks each text as it comes; gives all texts that were inserted. `restarting`:
   * between any two actions the ledger is made again from the journal.
   */
  run(restarting = false): string[] {
    for (const action of this.#plan.actions) {
      this.#take(action);
      if (restarting) this.#restart("journal");
    }
    return this.#texts;
  }

  /** What the host is asked by the ledger of this branch, and of no other. */
  #ownIsShown(): Pick<LedgerOptions, "isShown"> {
    if (this.#shownCalls === undefined) return {};
    const branch = this.#branch;
    return {
      isShown: (id, callId) => {
        if (branch !== this.#branch)
          throw new Error(`asked about branch ${branch} in branch ${this.#branch}`);
        return this.#held().some((shown) => shown.id === id && shown.callId === callId);
      },
    };
  }

  /** What the model is shown: of a host that clears all but its newest calls, those. */
  #held(): readonly Shown[] {
    return this.#shownCalls === undefined ? this.#conversation : this.#conversation.slice(-this.#shownCalls);
  }

  #shownOf(id: string): Shown {
    const shown = this.#held().find((result) => result.id === id);
    if (shown === undefined) throw new Error(`${id} is not in the conversation`);
    return shown;
  }

  #textOf(id: string): string {
    return this.#shownOf(id).text;
  }

  #take(action: Action): void {
    if (action.do === "read") this.#read(action);
    else if (action.do === "edit") this.#edit(action);
    else if (action.do === "write") this.#change("write", action.path, action.content);
    else if (action.do === "touch") this.#files.set(pathKey(action.path), action.content);
    else if (action.do === "output") this.#output(action);
    else if (action.do === "blocks") this.#blocks(action);
    else if (action.do === "recall") this.#recall(action);
    else if (action.do === "compact") this.#compact(action);
    else if (action.do === "forget") this.#forget(this.#pick(action.target).map(({ id }) => id));
    else if (action.do === "abort") this.#forget(this.#results.slice(-1).map(({ id }) => id));
    else if (action.do === "rewind") this.#rewind(action.back);
    else if (action.do === "restart") this.#restart(action.from);
    else if (action.do === "retain") this.#retain(action);
    else if (action.do === "clear") this.#clear();
    else this.#fork(action.shownCalls);
    const [dangling, expected] = [this.#ledger.dangling(), this.#dangling()];
    // `expect` takes longer than the rest of a step, so it is asked only where they differ.
    if (dangling.join() !== expected.join()) expect(dangling).toEqual(expected);
  }

  /** The shown results that name one that is not, from their texts alone. */
  #dangling(): string[] {
    const held = new Map(this.#held().map((shown) => [shown.id, shown]));
    const dangling: string[] = [];
    for (const [id, shown] of held) {
      if (namedIn(shown).some((name) => !held.has(name) || dangling.includes(name))) dangling.push(id);
    }
    return dangling;
  }

  /** Takes out what names something that is gone. */
  #clear(): void {
    this.#forget(this.#ledger.dangling());
    // A host that holds its newest calls holds others then.
    if (this.#shownCalls === undefined) expect(this.#ledger.dangling()).toEqual([]);
  }

  /** The host goes on with some of the conversation, which it names by ids or by calls. */
  #retain({ every, by }: Extract<Action, { do: "retain" }>): void {
    const kept = this.#conversation.filter((_, index) => index % every !== 0);
    if (by === "ids") this.#ledger.retain(kept.map(({ id }) => id));
    else this.#ledger.retain({ callIds: kept.map(({ callId }) => callId) });
    for (const { id } of this.#conversation)
      if (!kept.some((shown) => shown.id === id)) this.#forgotten.add(id);
    this.#conversation = kept;
  }

  #pick(target: number): Result[] {
    return this.#results.slice(target % Math.max(1, this.#results.length)).slice(0, 1);
  }

  #call(): string {
    this.#calls++;
    return `call-${this.#calls}`;
  }

  #show({ id, text, blocks }: Insertion, callId: string, stored: Stored | undefined): void {
    if (!text.isWellFormed()) throw new Error(`${id} has half a character: ${JSON.stringify(text)}`);
    this.#conversation = [...this.#conversation, { id, callId, text, blocks }];
    this.#results.push({ id, text, stored, conversation: this.#conversation });
    this.#forgotten.delete(id);
    this.#texts.push(text);
  }

  #read({ path, offset, limit, column, fresh }: Extract<Action, { do: "read" }>): void {
    const callId = this.#call();
    const content = this.#files.get(pathKey(path)) ?? FIRST_CONTENT;
    const shown = this.#ledger.read({ path, content, offset, limit, column, fresh, callId });
    const { text } = shown;
    const lines = splitLines(content);
    const names = stubNames(text);
    if (names !== undefined) {
      expect(fresh).not.toBe(true);
      expect(shown.kind).toBe("stub");
      if (names.last === 0) {
        expect(content).toBe("");
        expect(names.reads.map((id) => this.#textOf(id).endsWith("\n(empty file)"))).toEqual([true]);
      } else {
        expect(linesOfStub(names, (id) => this.#textOf(id))).toEqual(
          lines.slice(names.first - 1, names.last),
        );
      }
    }
    this.#show(shown, callId, { text: this.#storedRead(text, lines) });
  }

  /** What a read stores, from its head and the file alone. */
  #storedRead(text: string, lines: readonly string[]): string {
    const head = / lines (\d+)-(\d+) of (\d+) sha /.exec(text);
    if (head === null) return lines.length === 0 ? "(empty file)" : text.slice(text.indexOf("] ") + 2);
    const [first, last, total] = head.slice(1).map(Number) as [number, number, number];
    expect(total).toBe(lines.length);
    if (text.includes(" […cut]") || !text.includes(`\n${first}: ${lines[first - 1] ?? ""}`)) {
      if (stubNames(text) === undefined)
        return text
          .slice(text.indexOf("]\n") + 2)
          .replace(/ \[…cut\].*$/s, "")
          .replace(/\n\n\(\d+ more lines? — .*$/s, "");
    }
    return lines
      .slice(first - 1, last)
      .map((line, index) => `${first + index}: ${line}`)
      .join("\n");
  }

  #edit({ path, at, deleted, added }: Extract<Action, { do: "edit" }>): void {
    const lines = (this.#files.get(pathKey(path)) ?? FIRST_CONTENT).split("\n");
    lines.splice(at, deleted, ...added);
    this.#change("edit", path, lines.join("\n"));
  }

  #change(op: "edit" | "write", path: string, content: string | null): void {
    const callId = this.#call();
    const before = this.#files.get(pathKey(path));
    const shown = this.#ledger[op]({ path, before, after: content, callId });
    if (content === null) this.#files.delete(pathKey(path));
    else this.#files.set(pathKey(path), content);
    const changed = content !== null && before !== undefined && before !== content;
    const message = shown.text.slice(shown.text.indexOf("] ") + 2);
    this.#show(shown, callId, changed ? { before, after: content } : { text: message });
  }

  #output({ tool, args, text }: Extract<Action, { do: "output" }>): void {
    const callId = this.#call();
    const shown = this.#ledger.output({ tool, args, text, callId });
    const cleaned = cleanTerminal(text);
    const stored = cleaned.trim() === "" ? "" : cleaned;
    const same = /^\[#[0-9a-f]+\] Same result as (#[0-9a-f]+)\.$/.exec(shown.text);
    if (same?.[1] !== undefined) {
      const old = same[1];
      expect(this.#textOf(old)).toBe(`[${old}]\n${this.#capped(stored, old)}`);
    } else if (stored !== "") {
      expect(shown.text).toBe(`[${shown.id}]\n${this.#capped(stored, shown.id)}`);
    }
    this.#show(shown, callId, { text: stored });
  }

  /** A text as it is inserted: a recall is offered of one that is kept. */
  #capped(text: string, id: string, stored = text): string {
    const isKept = [...stored].length <= (this.#plan.options.keepChars ?? Number.POSITIVE_INFINITY);
    return capText(text, isKept ? id : undefined, { maxLines: 12, maxChars: 200 }).text;
  }

  #blocks({ tool, text, images }: Extract<Action, { do: "blocks" }>): void {
    const callId = this.#call();
    const pictures = images.map((data) => ({ type: "image", data, mimeType: "image/png" }));
    const shown = this.#ledger.output({ tool, blocks: [{ type: "text", text }, ...pictures], callId });
    const cleaned = cleanTerminal(text);
    const words = cleaned.trim() === "" ? "" : cleaned;
    const same = /^\[#[0-9a-f]+\] Same result as (#[0-9a-f]+)\.$/.exec(shown.text)?.[1];
    const showing = same === undefined ? { ...shown, callId } : this.#shownOf(same);
    const names = images.map((data) => `[image image/png, 3 bytes, sha ${sha256(data).slice(0, 8)}]`);
    const stored = (words === "" ? "" : `${words.replace(/\n$/, "")}\n`) + names.join("\n");
    const inserted = this.#capped(words, showing.id, stored);
    expect(showing.text).toContain(`[${showing.id}]${words === "" ? "" : `\n${inserted}`}`);
    this.#expectImages(showing.blocks ?? [], images);
    this.#show(shown, callId, { text: stored });
  }

  /** Fails unless each image stands in its place, or is shown by the result of the conversation that is named there. */
  #expectImages(blocks: readonly ContentBlock[], images: readonly string[]): void {
    const places = blocks.flatMap((block) => {
      if (isImageBlock(block)) return [[block]];
      const since = imageSince(block);
      return since === undefined ? [] : [(this.#shownOf(since).blocks ?? []).filter(isImageBlock)];
    });
    expect(places).toHaveLength(images.length);
    for (const [index, data] of images.entries())
      expect(places[index]?.map((image) => image.data)).toContain(data);
  }

  #recall({ target }: Extract<Action, { do: "recall" }>): void {
    const callId = this.#call();
    const [result] = this.#pick(target);
    const asked = result?.id ?? "#ffff";
    const shown = this.#ledger.recall({ target: asked, limit: 9_999, pageChars: 1_000_000, callId });
    const dropped = / is no longer kept\.$/.test(shown.text);
    if (dropped) expect(this.#plan.options.keepChars).toBeDefined();
    else if (result?.stored !== undefined) {
      const lines = shown.text.slice(shown.text.indexOf("]\n") + 2);
      const past = result.stored;
      if ("before" in past) expect(applyDiff(past.before, lines)).toBe(past.after);
      else if (past.text === "")
        expect(shown.text).toMatch(/^\[#[0-9a-f]+ recall #[0-9a-f]+ empty\]\n\(no output\)$/);
      else expect(lines).toBe(splitLines(past.text).join("\n"));
    }
    this.#show(shown, callId, result?.stored);
  }

  #compact({ keepEvery, edits }: Extract<Action, { do: "compact" }>): void {
    const kept = this.#conversation.filter((_, index) => keepEvery > 0 && index % keepEvery === 0);
    const text = this.#ledger.compact({ kept: kept.map(({ id }) => id), edits });
    for (const [, path, first, last, total, id] of text.matchAll(
      /^\| (\S+) \| (\d+)-(\d+) of (\d+) \| [0-9a-f]{8} \| (#[0-9a-f]+) \|$/gm,
    )) {
      expect(this.#results.find((result) => result.id === id)?.text).toContain(
        `${path} lines ${first}-${last} of ${total} sha `,
      );
      expect(kept.map((shown) => shown.id)).not.toContain(id);
    }
    this.#conversation = kept;
  }

  #forget(ids: readonly string[]): void {
    this.#ledger.forget(ids);
    for (const id of ids) this.#forgotten.add(id);
    this.#conversation = this.#conversation.filter(({ id }) => !ids.includes(id));
  }

  #rewind(back: number): void {
    const to = this.#results.at(-1 - back);
    this.#ledger.rewind(to?.id ?? null);
    this.#results = to === undefined ? [] : this.#results.slice(0, this.#results.indexOf(to) + 1);
    this.#conversation = (to?.conversation ?? []).filter(({ id }) => !this.#forgotten.has(id));
  }

  #restart(from: "entries" | "journal"): void {
    const entries = from === "entries" ? this.#ledger.toJSON() : this.#journal;
    const { stats } = this.#ledger;
    this.#ledger = ContextLedger.replay(JSON.parse(JSON.stringify(entries)), this.#options);
    expect(this.#ledger.stats).toEqual(stats);
  }

  /** Goes on with the fork; what the first does from there must not be seen. */
  #fork(shownCalls: number): void {
    const first = this.#ledger;
    const before = JSON.stringify(first.toJSON());
    const seen = [...this.#files.keys()].map((path) => first.seen(path));
    if (this.#shownCalls !== undefined) {
      expect(() => first.fork()).toThrow(TypeError);
      this.#shownCalls = shownCalls;
      this.#branch++;
      this.#options = { ...this.#options, ...this.#ownIsShown() };
    }
    const own = this.#ownIsShown();
    first.fork(own).read({ path: "a", content: "other\n" });
    first.fork(own).compact();
    expect(JSON.stringify(first.toJSON())).toBe(before);
    this.#ledger = ContextLedger.replay(first.fork(own).toJSON(), this.#options);
    if (this.#shownCalls !== undefined) return;
    for (const [index, path] of [...this.#files.keys()].entries())
      expect(this.#ledger.seen(path)).toEqual(seen[index]);
  }
}
