import { checkList, describe } from "@lembas/arguments";
import { countCharacters } from "@lembas/format";
import { applyEntry, windowNames } from "./journal/apply-entry.js";
import { checkEntry } from "./journal/check-entry.js";
import {
  type EntryCharacters,
  type IdentifiedEntry,
  JOURNAL_VERSION,
  type JournalEntry,
} from "./journal/entry.js";
import { type LedgerOptions, type LedgerSettings, resolveOptions } from "./options.js";
import { type LedgerStats, sumEntries } from "./stats.js";
import { type ChangeStep, decideChange } from "./steps/change.js";
import { type CompactStep, decideCompact } from "./steps/compact.js";
import type { ContentBlock } from "./steps/content-block.js";
import type { Decision, InsertionKind, StepName, Uncounted } from "./steps/decision.js";
import { decideOutput, type OutputStep } from "./steps/output.js";
import { decideRead, type ReadStep } from "./steps/read.js";
import { decideRecall, type RecallStep } from "./steps/recall.js";
import { checkId, checkIds, idKey, nextId } from "./steps/step-id.js";
import { checkCallId, checkName } from "./text/check.js";
import { findDrops } from "./text/find-drops.js";
import { copyState, emptyState, findEntry, type LedgerState } from "./windows/state.js";

/** What to put into the conversation for one step. */
export interface Insertion {
  readonly id: string;
  readonly text: string;
  readonly kind: InsertionKind;
  /** The results that a stub (of a whole result, or of an image in it) names, and that the conversation must still hold when the model reads it. */
  readonly since?: readonly string[];
  /** Of a result of blocks: these in the place of `text`. */
  readonly blocks?: readonly ContentBlock[];
}

/** What the conversation has of a file. */
export interface SeenFile {
  /** SHA-256 of the content that it last read or wrote, 64 hex digits; `null` where it was deleted. */
  readonly sha: string | null;
  /** The lines of that content which it shows, oldest result first; line 0 to 0 is an empty file. */
  readonly windows: readonly { readonly id: string; readonly first: number; readonly last: number }[];
}

/** What each step may carry beside its own parts. */
interface NamedStep {
  readonly id?: string | undefined;
  readonly callId?: string | undefined;
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
  #state: LedgerState = emptyState();

  /**
   * @throws {TypeError} an option is unknown or of the wrong type
   * @throws {RangeError} a number is out of its range
   */
  constructor(options: LedgerOptions = {}) {
    this.#settings = resolveOptions(options);
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
   * A read of a file: its lines with a head, or a stub where the conversation shows them already. Specification 2.4 to
   * 2.6.
   *
   * @throws {TypeError} `path` is no name or `content` no string
   * @example ledger.read({ path: "src/a.ts", content, offset: 120, limit: 40 }).text
   */
  read(step: ReadStep): Insertion {
    return this.#insert(step, (name) => decideRead(this.#state, this.#settings, name, step));
  }

  /**
   * An edit of a file: its diff. Give the whole content before and after. Specification 2.8.
   *
   * @throws {TypeError} `path` is no name, or `after` neither a string nor `null`
   * @example ledger.edit({ path: "src/a.ts", before, after }).text
   */
  edit(step: ChangeStep): Insertion {
    return this.#insert(step, (name) => decideChange("edit", this.#state, this.#settings, name, step));
  }

  /**
   * A file written whole: as `edit`, counted apart in `stats`. Specification 2.8.
   *
   * @throws {TypeError} `path` is no name, or `after` neither a string nor `null`
   * @example ledger.write({ path: "new.md", after: "# Title\n" }).text
   */
  write(step: ChangeStep): Insertion {
    return this.#insert(step, (name) => decideChange("write", this.#state, this.#settings, name, step));
  }

  /**
   * Any other tool's result: capped, or a stub where a repeatable call gave the same again. Specification 2.7 and 2.10.
   *
   * @throws {TypeError} `tool` is no name, or the result neither text, `null` nor blocks
   * @example ledger.output({ tool: "bash", args: { command: "make" }, text }).text
   */
  output(step: OutputStep): Insertion {
    return this.#insert(step, (name) => decideOutput(this.#state, this.#settings, name, step));
  }

  /**
   * Lines of a stored result, by its id. Specification 2.11.
   *
   * @example ledger.recall({ target: "#a001", offset: 400 }).text
   */
  recall(step: RecallStep): Insertion {
    return this.#insert(step, (name) => decideRecall(this.#state, this.#settings, name, step));
  }

  /**
   * The conversation so far gives way to a summary: the tables to add after it, `""` where there is nothing to list.
   * Stored results stay recallable. Specification 2.12.
   *
   * @throws {TypeError} `kept` is no list of ids
   * @example summary + "\n\n" + ledger.compact({ kept: ["#a009"], edits: true })
   */
  compact(step: CompactStep = {}): string {
    const { entry, body } = decideCompact(this.#state, step);
    const characters = this.#count({ entry, kind: "notice", head: "", body, given: 0 });
    this.#apply({ v: JOURNAL_VERSION, ...entry, characters });
    return body;
  }

  /**
   * These results are no longer in the conversation (pruned, cleared, cut, never arrived): no stub names them again.
   * They stay recallable. Ids that the ledger does not know are passed over. Specification 2.13.
   *
   * @throws {TypeError} it is no list of ids
   * @example ledger.forget(["#a001", "#a002"])
   */
  forget(ids: readonly string[]): void {
    const known = checkIds(ids).flatMap((id) => findEntry(this.#state, id)?.id ?? []);
    if (known.length > 0) this.#apply({ v: JOURNAL_VERSION, op: "forget", ids: known });
  }

  /**
   * Everything after this step is gone, from recall too, and its ids may be used again. What was forgotten stays
   * forgotten. Specification 2.13.
   *
   * @throws {TypeError} the id is malformed
   * @throws {Error} there is no such step
   * @example ledger.rewind("#a001")
   */
  rewind(id: string): void {
    const entry = findEntry(this.#state, checkId(id));
    if (entry === undefined) throw new Error(`there is no step ${id} to rewind to`);
    this.#apply({ v: JOURNAL_VERSION, op: "rewind", id: entry.id });
  }

  /**
   * An equal ledger that shares nothing changeable with this one, for a conversation that goes two ways. It has the same
   * options but `onEntry`: two conversations do not share a journal. Specification 2.13.
   *
   * @example const branch = ledger.fork();
   */
  fork(): ContextLedger {
    const fork = new ContextLedger({ ...this.#options, onEntry: undefined });
    fork.#state = copyState(this.#state);
    return fork;
  }

  /**
   * What the conversation has of a file, so that a host can refuse an edit of one that changed since; `undefined` where
   * it has nothing. Specification 2.13.
   *
   * @throws {TypeError} `path` is no string
   * @example ledger.seen("src/a.ts")?.sha === createHash("sha256").update(content).digest("hex")
   */
  seen(path: string): SeenFile | undefined {
    const file = this.#state.files.get(this.#settings.pathKey(checkName(path, "path")));
    if (file === undefined) return undefined;
    const isShown = (id: string): boolean => this.#settings.isShown(id, findEntry(this.#state, id)?.callId);
    const windows = file.windows.filter((window) => windowNames(window).every(isShown));
    return { sha: file.sha, windows: windows.map(({ id, first, last }) => ({ id, first, last })) };
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
   * The entries that make an equal ledger, as plain JSON, by `ContextLedger.replay`. Specification 2.17.
   *
   * @example await writeFile("session.json", JSON.stringify(ledger));
   */
  toJSON(): JournalEntry[] {
    return [...this.#state.log];
  }

  #name(step: NamedStep): StepName {
    const state = this.#state;
    if (typeof step !== "object" || step === null)
      throw new TypeError(`a step is an object; got ${describe(step)}`);
    const taken = (id: string): boolean => state.index.has(idKey(id));
    const id =
      step.id === undefined ? nextId(this.#settings.idPrefix, state.index.size, taken) : checkId(step.id);
    if (taken(id)) throw new Error(`the id ${id} is taken: a step's id is its own`);
    const callId = checkCallId(step.callId);
    return callId === undefined ? { id } : { id, callId };
  }

  #insert(step: NamedStep, decide: (name: StepName) => Decision<Uncounted<IdentifiedEntry>>): Insertion {
    const name = this.#name(step);
    const decision = decide(name);
    const characters = this.#count(decision);
    const drops = findDrops(this.#state, name.id, characters.stored, this.#settings.keepChars);
    const { entry, head, body, kind, since, blocks } = decision;
    this.#apply({ v: JOURNAL_VERSION, ...entry, characters, ...(drops.length > 0 && { drops }) });
    return {
      id: name.id,
      text: head + body,
      kind,
      ...(since !== undefined && since.length > 0 && { since }),
      ...(blocks && { blocks }),
    };
  }

  #count({ entry, head, body, given, numbers = 0 }: Decision): EntryCharacters {
    const headSize = countCharacters(head);
    const stored = "text" in entry && entry.text !== undefined ? countCharacters(entry.text) : 0;
    return { given, inserted: headSize + countCharacters(body), head: headSize, numbers, stored };
  }

  /** Hands the entry out first: where the host's function throws, nothing has changed. */
  #apply(entry: JournalEntry): void {
    this.#settings.onEntry(entry);
    applyEntry(this.#state, entry);
  }
}
