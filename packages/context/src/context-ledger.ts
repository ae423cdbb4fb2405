import { checkList, checkNames, checkObject, describe } from "@lembas/arguments";
import { countCharacters } from "@lembas/format";
import { applyEntry } from "./journal/apply-entry.js";
import { checkEntry, frozenCopy } from "./journal/check-entry.js";
import type { JournalEntry } from "./journal/entry.js";
import { JOURNAL_VERSION } from "./journal/entry-shape.js";
import type { TextLines } from "./known-lines/text-lines.js";
import { type LedgerOptions, type LedgerSettings, resolveOptions } from "./options.js";
import { type LedgerStats, sumEntries } from "./stats.js";
import type { ContentBlock } from "./steps/blocks.js";
import type { EditStep, WriteStep } from "./steps/change.js";
import { type CompactStep, decideCompact } from "./steps/compact.js";
import { type Entries, KINDS, kindOf, type LedgerStep, type StepOp, type Steps } from "./steps/kinds.js";
import type { Mark } from "./steps/marks.js";
import type { OutputStep } from "./steps/output.js";
import type { ReadStep } from "./steps/read.js";
import type { RecallStep } from "./steps/recall.js";
import { findResults, type ResultNames } from "./steps/result-names.js";
import { checkId, idKey, nextId } from "./steps/step-id.js";
import type { InsertionKind, Situation, StepKind, StepName } from "./steps/step-kind.js";
import { checkCallId, checkName } from "./text/check.js";
import { findDrops, LARGEST_STORED, storedTexts, withoutTexts } from "./text/stored-text.js";
import { type SeenFile, seenFile } from "./windows/seen-file.js";
import { copyState, emptyState, findEntry, type LedgerState } from "./windows/state.js";

/** What to put into the conversation for one step. */
export interface Insertion {
  readonly id: string;
  readonly text: string;
  readonly kind: InsertionKind;
  /** The results that a stub (of a whole result, or of an image in it) names, and that the conversation must still hold when the model reads it. */
  readonly sources?: readonly string[];
  /** Which lines of the text are marks, and what they stand for; of a result of blocks those of its first text block. */
  readonly marks?: readonly Mark[];
  /** Of a result of blocks: these in the place of `text`. */
  readonly blocks?: readonly ContentBlock[];
}

/** What a branch of a conversation has of its own. */
export interface ForkOptions {
  /** As in the ledger's options, about the branch's conversation. */
  readonly isShown?: LedgerOptions["isShown"];
  /** As in the ledger's options: the branch's own journal, after the entries of its `toJSON()`. */
  readonly onEntry?: LedgerOptions["onEntry"];
}

/**
 * What one conversation (one context window) has been shown, and so what each next result inserts. Nothing inserted is
 * ever rewritten later. No state lives outside a ledger. Specification 2.
 *
 * What a model can send (`offset`, `limit`, `column`, `target`) never throws. What a programmer gets wrong throws
 * before anything changes.
 *
 * @example
 * const ledger = new ContextLedger();
 * ledger.read({ id: "#a001", path: "a.txt", content: "one\n" }).text; // "[#a001 a.txt lines 1-1 of 1 sha 2c8b08da]\n1: one"
 * ledger.read({ id: "#a002", path: "a.txt", content: "one\n" }).kind; // "stub"
 */
export class ContextLedger {
  readonly #settings: LedgerSettings;
  readonly #options: LedgerOptions;
  #state: LedgerState;
  #isTaking = false;

  /**
   * @throws {TypeError} an option is unknown or of the wrong type
   * @throws {RangeError} a number is out of its range
   */
  constructor(options: LedgerOptions = {}) {
    this.#settings = resolveOptions(options);
    this.#state = emptyState(this.#settings.knownLines);
    this.#options = options;
  }

  /**
   * The ledger that made these entries, to go on from its last step: `toJSON()`'s, or those handed to `onEntry`.
   * `onEntry` is not called for them again. Specification 2.17.
   *
   * @throws {Error} an entry is damaged or of a newer version; the message names it
   * @example ContextLedger.replay(JSON.parse(saved), options)
   */
  static replay(entries: readonly unknown[], options: LedgerOptions = {}): ContextLedger {
    checkList(entries, "entries");
    const ledger = new ContextLedger(options);
    for (const [index, entry] of entries.entries()) {
      applyEntry(ledger.#state, checkEntry(ledger.#state, entry, index));
    }
    return ledger;
  }

  /**
   * A step of any kind: what {@link read}, {@link edit}, {@link write}, {@link output} and {@link recall} take, with
   * its name as `op`.
   *
   * @throws {TypeError} a part of the step is unknown, or is not what it must be
   * @throws {Error} the id is taken, or a step is being applied
   * @example ledger.insert({ op: "read", path: "src/a.ts", content }).text
   */
  insert(step: LedgerStep): Insertion {
    const op: unknown = typeof step === "object" && step !== null ? step.op : undefined;
    if (typeof op !== "string" || !Object.hasOwn(KINDS, op)) {
      throw new TypeError(`op must be one of ${Object.keys(KINDS).join(", ")}; got ${describe(op)}`);
    }
    return this.#insert(step.op, step);
  }

  /**
   * A read of a file: its lines with a head, or a stub where the conversation shows them already. Specification 2.4 to
   * 2.6.
   *
   * @throws {TypeError} `path` or `content` is not a string, or `path` is empty
   * @example ledger.read({ path: "src/a.ts", content, offset: 120, limit: 40 }).text
   */
  read(step: ReadStep): Insertion {
    return this.#insert("read", step);
  }

  /**
   * An edit of a file: its diff. Give the whole content before and after, and in `inCall` the new texts that its call
   * has. Specification 2.8 and 2.28.
   *
   * @throws {TypeError} `path` is not a string or is empty, `after` is neither a string nor `null`, or `inCall` is not a
   *   list of strings
   * @example ledger.edit({ path: "src/a.ts", before, after, inCall: [args.new_string] }).text
   */
  edit(step: EditStep): Insertion {
    return this.#insert("edit", step);
  }

  /**
   * A file written whole: as `edit`, counted apart in `stats`. Specification 2.8.
   *
   * @throws {TypeError} `path` is not a string or is empty, or `after` is neither a string nor `null`
   * @example ledger.write({ path: "new.md", after: "# Title\n" }).text
   */
  write(step: WriteStep): Insertion {
    return this.#insert("write", step);
  }

  /**
   * Any other tool's result: capped, or a stub where a repeatable call gave the same again. Specification 2.7 and 2.10.
   *
   * @throws {TypeError} `tool` is not a string or is empty, or the result is neither a string, `null` nor blocks
   * @example ledger.output({ tool: "bash", args: { command: "make" }, text }).text
   */
  output(step: OutputStep): Insertion {
    return this.#insert("output", step);
  }

  /**
   * Lines of a stored result, by its id. Specification 2.11.
   *
   * @example ledger.recall({ target: "#a001", offset: 400 }).text
   */
  recall(step: RecallStep): Insertion {
    return this.#insert("recall", step);
  }

  /**
   * The conversation so far gives way to a summary: the tables to add after it, `""` where there is nothing to list.
   * Stored results stay recallable. Specification 2.12.
   *
   * @throws {TypeError} `kept` is not a list of ids
   * @example summary + "\n\n" + ledger.compact({ kept: ["#a009"], edits: true })
   */
  compact(step: CompactStep = {}): string {
    return this.#take(() => {
      const { text, kept } = decideCompact(this.#state, step);
      const inserted = countCharacters(text);
      const characters = { given: 0, inserted, head: 0, numbers: 0, stored: 0 };
      this.#apply({ v: JOURNAL_VERSION, op: "compact", kept, characters });
      return text;
    });
  }

  /**
   * These results are no longer in the conversation (pruned, cleared, cut, never arrived): no stub names them again.
   * They stay recallable. Names that the ledger does not know are passed over. Specification 2.13.
   *
   * @throws {TypeError} they are not lists of ids, or of call ids
   * @example ledger.forget(["#a001", "#a002"])
   * @example ledger.forget({ callIds: ["toolu_01"] })
   */
  forget(results: ResultNames): void {
    this.#take(() => this.#forget(findResults(this.#state, results)));
  }

  /**
   * Of all results so far only these are in the conversation: every other one is forgotten. For a host that knows what
   * is there and not what is gone, as after a restart, where the journal may hold results that the saved conversation
   * never got. Specification 2.13.
   *
   * @throws {TypeError} they are not lists of ids, or of call ids
   * @example ledger.retain({ callIds: messages.flatMap((message) => message.tool_call_id ?? []) })
   */
  retain(results: ResultNames): void {
    this.#take(() => {
      const kept = new Set(findResults(this.#state, results).map(idKey));
      const others = [...this.#state.present].filter((key) => !kept.has(key));
      this.#forget(others.flatMap((key) => findEntry(this.#state, key)?.id ?? []));
    });
  }

  /**
   * The results of the conversation whose text names another that is gone since (forgotten, compacted away, or not
   * shown by what the host says): a stub, or a result in which a text stands for an image or a mark for lines. It holds
   * when it is inserted; when what it names goes, put these anew, or take them out and forget them too. Oldest first.
   * Specification 2.13.
   *
   * @example
   * ledger.forget(pruned);
   * for (const id of ledger.dangling()) removeFromConversation(id);
   * ledger.forget(ledger.dangling());
   */
  dangling(): string[] {
    const found = new Set<string>();
    const isThere = (id: string): boolean => !found.has(idKey(id)) && this.#isShown(id);
    for (const key of this.#state.present) {
      const entry = findEntry(this.#state, key);
      if (entry === undefined || !this.#isShown(entry.id)) continue;
      if (!kindOf(entry).sources(entry).every(isThere)) found.add(key);
    }
    return [...found].flatMap((key) => findEntry(this.#state, key)?.id ?? []);
  }

  /**
   * Everything after this step is gone, from recall too, and its ids may be used again; `null`: every step. What was
   * forgotten stays forgotten. Specification 2.13.
   *
   * @throws {TypeError} the id is malformed
   * @throws {Error} there is no such step
   * @example ledger.rewind("#a001")
   */
  rewind(id: string | null): void {
    this.#take(() => {
      const entry = id === null ? undefined : findEntry(this.#state, checkId(id));
      if (entry === undefined && id !== null) throw new Error(`there is no step ${id} to rewind to`);
      this.#apply({ v: JOURNAL_VERSION, op: "rewind", id: entry?.id ?? null });
    });
  }

  /**
   * An equal ledger that shares nothing changeable with this one, for a conversation that goes two ways. It has the same
   * options, but its own `isShown` and `onEntry`: two conversations neither hold the same results nor share a journal.
   * Specification 2.13.
   *
   * @throws {TypeError} this ledger has `isShown`, and the fork is given none: it would be asked about another conversation
   * @example const branch = ledger.fork({ isShown: (_, callId) => branchCalls.has(callId) });
   */
  fork(own: ForkOptions = {}): ContextLedger {
    checkObject(own, "a fork's options", "{ isShown }");
    checkNames(own, ["isShown", "onEntry"], "option of a fork");
    const { isShown, onEntry } = own;
    if (isShown === undefined && this.#options.isShown !== undefined) {
      throw new TypeError("a fork must have an isShown of its own, where the ledger has one; got undefined");
    }
    const fork = new ContextLedger({ ...this.#options, isShown, onEntry });
    fork.#state = copyState(this.#state);
    return fork;
  }

  /**
   * What the conversation shows of a file, so that a host can refuse an edit of one that changed since; `undefined`
   * where it shows nothing of the content that the file had last. Specification 2.13.
   *
   * @throws {TypeError} `path` is not a string
   * @example ledger.seen("src/a.ts")?.sha === createHash("sha256").update(content).digest("hex")
   */
  seen(path: string): SeenFile | undefined {
    const file = this.#state.files.get(this.#settings.pathKey(checkName(path, "path")));
    return file && seenFile(file, (id) => this.#isShown(id));
  }

  /**
   * What the conversation as it stands was given and shown, in steps and characters. Specification 2.16.
   *
   * @example const { given, inserted } = ledger.stats.read;
   */
  get stats(): LedgerStats {
    return sumEntries(this.#state.log);
  }

  /**
   * The entries that make an equal ledger, as plain JSON that cannot be changed, by `ContextLedger.replay`.
   * Specification 2.17.
   *
   * @example await writeFile("session.json", JSON.stringify(ledger));
   */
  toJSON(): JournalEntry[] {
    return [...this.#state.log];
  }

  #isShown(id: string): boolean {
    return (
      this.#state.present.has(idKey(id)) && this.#settings.isShown(id, findEntry(this.#state, id)?.callId)
    );
  }

  #forget(ids: readonly string[]): void {
    if (ids.length > 0) this.#apply({ v: JOURNAL_VERSION, op: "forget", ids });
  }

  #name({ id: given, callId: call }: StepName): Situation["name"] {
    const { index } = this.#state;
    const taken = (id: string): boolean => index.has(idKey(id));
    let id: string;
    if (given === undefined) {
      const next = nextId(this.#settings.idPrefix, index.size, taken, this.#state.takenRun);
      this.#state.takenRun = next.run;
      id = next.id;
    } else {
      id = checkId(given);
    }
    if (taken(id)) throw new Error(`the id ${id} is taken: a step's id is its own`);
    const callId = checkCallId(call);
    return callId === undefined ? { id } : { id, callId };
  }

  #insert<Op extends StepOp>(op: Op, step: Steps[Op]): Insertion {
    return this.#take(() => {
      const { parts, decide }: StepKind<Steps[Op], Entries[Op]> = KINDS[op];
      checkObject(step, "a step", '{ path: "a.ts", … }');
      checkNames(step, ["op", ...parts], `part of ${op}`);
      const name = this.#name(step);
      const {
        entry,
        kind,
        head,
        body,
        bodySize = countCharacters(body),
        blocks,
        sources,
        marks = [],
        lines,
        given,
        numbers = 0,
      } = decide(
        {
          state: this.#state,
          settings: this.#settings,
          name,
          isShown: (id) => this.#isShown(id),
          storedText: (old) => kindOf(old).storedText(this.#state, old),
        },
        step,
      );
      const { keepChars } = this.#settings;
      const headSize = countCharacters(head);
      const storedText = "text" in entry ? storedTexts(entry) : "";
      const stored = storedText === body ? bodySize : countCharacters(storedText);
      // An output was cut to be kept; a part of a read or of a diff would be none.
      const isKept = stored <= keepChars && (op === "output" || stored <= LARGEST_STORED);
      const drops = findDrops(this.#state, isKept || stored > keepChars ? stored : 0, keepChars);
      const characters = {
        given,
        inserted: headSize + bodySize,
        head: headSize,
        numbers,
        stored: isKept ? stored : 0,
      };
      // A text that is above a bound alone is not kept, so it is not written either.
      const told = {
        v: JOURNAL_VERSION,
        ...(isKept ? entry : withoutTexts(entry)),
        characters,
        ...(drops.length > 0 && { drops }),
      } as JournalEntry;
      this.#apply(told, lines);
      return {
        id: name.id,
        text: head + body,
        kind,
        ...(sources !== undefined && sources.length > 0 && { sources }),
        ...(marks.length > 0 && { marks }),
        ...(blocks && { blocks }),
      };
    });
  }

  /** One step at a time: a host's function that is asked while one is taken must not begin another. */
  #take<Result>(step: () => Result): Result {
    if (this.#isTaking) {
      throw new Error("a step is being applied: onEntry, isShown and pathKey must not take another one");
    }
    this.#isTaking = true;
    try {
      return step();
    } finally {
      this.#isTaking = false;
    }
  }

  /** Hands the entry out first: where the host's function throws, nothing has changed. */
  #apply(entry: JournalEntry, lines?: TextLines): void {
    const own = frozenCopy(entry);
    this.#settings.onEntry(own);
    applyEntry(this.#state, own, lines);
  }
}
