import type { Change, PrintedLines, RecordedEdit, RecordedRead } from "../formats/recorded.js";
import type { Problems } from "../report/problems.js";
import type { ResultStep, Step } from "../step.js";
import type { VersionChange } from "./change-lines.js";
import type { KnownFiles } from "./known-files.js";

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

const isPlaceable = ({ first, lines, parts = 0 }: PrintedLines): boolean =>
  first >= 1 && Math.max(first - 1 + lines.length, parts) <= HIGHEST_LINE;

/** The texts that a call has of what it put into its file; a patch has signs before its lines. */
const callTexts = (changes: readonly Change[]): string[] =>
  changes.flatMap((change) => {
    if (change.kind === "replace") return [change.new];
    return change.kind === "lines" || change.kind === "insert" ? [change.text] : [];
  });

/**
 * Puts the reads and edits of a conversation to versions of their files. A step is asked for when all reads of its
 * version are known.
 */
export class CallPlacer {
  readonly placement: Placement = { reads: 0, unplacedReads: 0, edits: 0, unplacedEdits: 0, editsAdrift: 0 };
  readonly #files: KnownFiles;
  readonly #problems: Problems;

  constructor(files: KnownFiles, problems: Problems) {
    this.#files = files;
    this.#problems = problems;
  }

  /** The step of a read or an edit; one that cannot be placed is an output. */
  place(recorded: RecordedRead | RecordedEdit, common: ResultStep, where: string): () => Step {
    if (recorded.path !== "")
      return recorded.op === "read"
        ? this.#read(recorded, common, where)
        : this.#edit(recorded, common, where);
    if (recorded.op === "read") this.placement.unplacedReads += 1;
    else this.placement.unplacedEdits += 1;
    this.#problems.add(`${recorded.op} without a path`, where);
    return () => ({ op: "output", ...common, text: common.given });
  }

  #read(recorded: RecordedRead, common: ResultStep, where: string): () => Step {
    const { path, content, offset, limit, printed } = recorded;
    if (content !== undefined) {
      this.placement.reads += 1;
      return () => ({ op: "read", ...common, path, content, first: Math.max(1, offset ?? 1), limit });
    }
    if (!printed || printed.lines.length === 0) return this.#unplacedRead(recorded, common, where);
    if (!isPlaceable(printed)) {
      const unplaced = `it names a line above ${HIGHEST_LINE}, or below 1`;
      return this.#unplacedRead({ ...recorded, unplaced }, common, where);
    }
    this.placement.reads += 1;
    const version = this.#files.file(path).show(printed);
    version.retain();
    const { first, lines } = printed;
    return () => ({ op: "read", ...common, path, content: version.take(), first, limit: lines.length });
  }

  #unplacedRead(recorded: RecordedRead, common: ResultStep, where: string): () => Step {
    this.placement.unplacedReads += 1;
    this.#problems.add(
      `read not placed: ${recorded.unplaced ?? "no lines of a file in the result"}`,
      `${where}, ${recorded.path}`,
    );
    return () => ({ op: "output", ...common, text: common.given });
  }

  #edit(recorded: RecordedEdit, common: ResultStep, where: string): () => Step {
    const { path, content, original, changes, echo } = recorded;
    if (content) {
      this.placement.edits += 1;
      const { isInCall, callTexts } = recorded;
      return () => ({ op: "edit", ...common, path, isInCall, callTexts, ...content });
    }
    const file = this.#files.file(path);
    if (original !== undefined) this.#files.know(path, original);
    const change = file.change(changes, echo && isPlaceable(echo) ? echo : undefined);
    if (!change) {
      this.placement.unplacedEdits += 1;
      this.#problems.add("edit whose texts are not in the recording", `${where}, ${path}`);
      return () => ({ op: "output", ...common, text: common.given });
    }
    this.placement.edits += 1;
    if (change.adrift) this.placement.editsAdrift += 1;
    return this.#placedEdit(recorded, change, common);
  }

  #placedEdit(
    { path, isInCall, changes }: RecordedEdit,
    { before, after }: VersionChange,
    common: ResultStep,
  ): () => Step {
    before?.retain();
    after?.retain();
    return () => ({
      op: "edit",
      ...common,
      path,
      isInCall,
      callTexts: callTexts(changes),
      before: before?.take() ?? null,
      after: after?.take() ?? null,
    });
  }
}
