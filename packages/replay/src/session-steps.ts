import { FileLines, type FileVersion, type VersionChange } from "./file-lines.js";
import type { Problems } from "./problems.js";
import type { PrintedLines, Recorded, RecordedEdit, RecordedRead } from "./recorded.js";
import type { ReadStep, ResultStep, Step } from "./step.js";

/** A session is put together up to its next compaction, or up to this many characters of results. */
const SEGMENT_CHARACTERS = 8_000_000;
/** Lines of files that are remembered from one compaction to the next. */
const REMEMBERED_LINES = 1_000_000;
const PAGE_LINES = 2_000;
/** A line with a higher number is not placed: a damaged recording may name any, and the lines before it take room. */
const HIGHEST_LINE = 1_000_000;

/** What could be placed and what not, for the report. */
export interface Placement {
  reads: number;
  unplacedReads: number;
  edits: number;
  unplacedEdits: number;
  /** Edits of a text that no read showed. */
  editsAdrift: number;
}

type Later = () => Step;

const isPlaceable = ({ first, lines, parts = 0 }: PrintedLines): boolean =>
  first >= 1 && Math.max(first - 1 + lines.length, parts) <= HIGHEST_LINE;

const linesOf = (content: string, first: number, limit: number): string[] => {
  const lines = content.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.slice(first - 1, first - 1 + limit);
};

/**
 * Turns what a reader found in one conversation into the steps of the replay. It waits for the end of each part
 * of the conversation (a compaction, or its end), because only then is it known which lines the reads of one
 * version of a file showed together.
 *
 * @example
 * const session = new SessionSteps(new Problems());
 * session.add(recorded, "session.jsonl:12"); // [] until a compaction
 * session.end(); // the steps
 */
export class SessionSteps {
  readonly placement: Placement = { reads: 0, unplacedReads: 0, edits: 0, unplacedEdits: 0, editsAdrift: 0 };
  readonly #problems: Problems;
  readonly #files = new Map<string, FileLines>();
  #ids = new Map<string, string>();
  #waiting: Later[] = [];
  #characters = 0;
  #results = 0;
  #serial = 0;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /**
   * Takes one recorded thing in, and gives the steps that are certain now, one by one.
   *
   * @param where its place in the recording, for problems
   */
  add(recorded: Recorded, where: string): Iterable<Step> {
    if (recorded.op === "end") return this.end();
    if (recorded.op === "compact") {
      const kept = (recorded.kept ?? []).flatMap((call) => this.#idsOf(call));
      this.#waiting.push(() => ({ op: "compact", kept }));
      const stays = new Set(kept);
      this.#ids = new Map([...this.#ids].filter(([, id]) => stays.has(id)));
      return this.end();
    }
    if (recorded.op === "file") this.#know(recorded.path, recorded.content);
    else this.#waiting.push(this.#later(recorded, where));
    return this.#characters > SEGMENT_CHARACTERS ? this.end() : [];
  }

  /** The steps that still wait. What is known of files stays, up to a bound. */
  *end(): Iterable<Step> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    for (const later of waiting) yield later();
    this.#forgetFiles();
  }

  #later(recorded: Exclude<Recorded, { op: "end" | "compact" | "file" }>, where: string): Later {
    if (recorded.op === "message") {
      const { op, role, text, continued = false } = recorded;
      this.#characters += text.length;
      return () => ({ op, role, text, continued });
    }
    if (recorded.op === "forget") {
      const ids = recorded.calls.flatMap((call) => this.#idsOf(call));
      return () => ({ op: "forget", ids });
    }
    this.#characters += recorded.result.length;
    this.#results += 1;
    // Longer where a later step of the recording may have an id of its own.
    const digits = recorded.callId === undefined ? 8 : 4;
    const id = recorded.id ?? `#${this.#results.toString(16).padStart(digits, "0")}`;
    const { callId, result } = recorded;
    const tool = recorded.tool || "unknown";
    if (callId !== undefined) this.#ids.set(callId, id);
    const common: ResultStep = { id, callId, tool, given: result };
    if (recorded.op === "read" || recorded.op === "edit") return this.#place(recorded, common, where);
    if (recorded.op === "output") return () => ({ ...common, op: "output", args: recorded.args });
    if (recorded.op === "recall") {
      const { op, target, offset, limit } = recorded;
      return () => ({ ...common, op, target, offset, limit });
    }
    if (recorded.op === "job") return () => ({ ...common, op: "job", record: recorded.record });
    const { op, target, entries, limit, ops } = recorded;
    return () => ({ ...common, op, target, entries, limit, ops });
  }

  #place(recorded: RecordedRead | RecordedEdit, common: ResultStep, where: string): Later {
    if (recorded.path !== "")
      return recorded.op === "read"
        ? this.#read(recorded, common, where)
        : this.#edit(recorded, common, where);
    if (recorded.op === "read") this.placement.unplacedReads += 1;
    else this.placement.unplacedEdits += 1;
    this.#problems.add(`${recorded.op} without a path`, where);
    return () => ({ ...common, op: "output", args: recorded.args });
  }

  #read(recorded: RecordedRead, common: ResultStep, where: string): Later {
    const { path, content, offset, limit, printed } = recorded;
    const step = (
      text: string,
      first: number,
      shown: number | undefined,
      lines: readonly string[],
    ): ReadStep => {
      return { ...common, op: "read", path, content: text, first, limit: shown, lines };
    };
    if (content !== undefined) {
      this.placement.reads += 1;
      const first = Math.max(1, offset ?? 1);
      const count = limit === undefined || limit < 1 ? PAGE_LINES : limit;
      return () => step(content, first, limit, linesOf(content, first, count));
    }
    if (!printed || printed.lines.length === 0) return this.#unplacedRead(recorded, common, where);
    if (!isPlaceable(printed)) {
      const unplaced = `it names a line above ${HIGHEST_LINE}, or below 1`;
      return this.#unplacedRead({ ...recorded, unplaced }, common, where);
    }
    this.placement.reads += 1;
    const version = this.#file(path).show(printed);
    version.retain();
    return () =>
      step(
        version.take(),
        printed.first,
        printed.lines.length,
        this.#withoutFinal(version, printed.first, printed.lines),
      );
  }

  /** The empty part after a file's final newline is no line of it. */
  #withoutFinal(version: FileVersion, first: number, lines: readonly string[]): readonly string[] {
    const reachesEnd = lines.at(-1) === "" && first - 1 + lines.length === version.parts;
    return reachesEnd ? lines.slice(0, -1) : lines;
  }

  #unplacedRead(recorded: RecordedRead, common: ResultStep, where: string): Later {
    this.placement.unplacedReads += 1;
    this.#problems.add(
      `read not placed: ${recorded.unplaced ?? "no lines of a file in the result"}`,
      `${where}, ${recorded.path}`,
    );
    return () => ({ ...common, op: "output", args: recorded.args });
  }

  #edit(recorded: RecordedEdit, common: ResultStep, where: string): Later {
    const { path, content, original, changes, echo } = recorded;
    if (content) {
      this.placement.edits += 1;
      return () => ({ ...common, op: "edit", path, ...content });
    }
    const file = this.#file(path);
    if (original !== undefined) this.#know(path, original);
    const change = file.change(changes, echo && isPlaceable(echo) ? echo : undefined);
    if (!change) {
      this.placement.unplacedEdits += 1;
      this.#problems.add("edit whose texts are not in the recording", `${where}, ${path}`);
      return () => ({ ...common, op: "output", args: recorded.args });
    }
    this.placement.edits += 1;
    if (change.adrift) this.placement.editsAdrift += 1;
    return this.#placedEdit(path, change, common);
  }

  #placedEdit(path: string, { before, after }: VersionChange, common: ResultStep): Later {
    before?.retain();
    after?.retain();
    return () => ({
      ...common,
      op: "edit",
      path,
      before: before?.take() ?? null,
      after: after?.take() ?? null,
    });
  }

  #know(path: string, content: string): void {
    const lines = content.split("\n");
    this.#file(path).show({ first: 1, lines, parts: lines.length });
  }

  #file(path: string): FileLines {
    // The file used last is the last of the map.
    const file = this.#files.get(path) ?? new FileLines(() => ++this.#serial);
    this.#files.delete(path);
    this.#files.set(path, file);
    return file;
  }

  #forgetFiles(): void {
    let lines = 0;
    for (const file of this.#files.values()) lines += file.size;
    for (const [path, file] of this.#files) {
      if (lines <= REMEMBERED_LINES) return;
      lines -= file.size;
      this.#files.delete(path);
    }
  }

  #idsOf(call: string): string[] {
    const id = this.#ids.get(call);
    return id === undefined ? [] : [id];
  }
}
