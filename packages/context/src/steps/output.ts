import { checkFlag } from "@lembas/arguments";
import {
  type CapBudgetOptions,
  type CapBudgets,
  capText,
  cleanTerminal,
  countCharacters,
  countLines,
  isBlank,
  wellFormed,
} from "@lembas/format";
import { type EntryOf, STEP, type Uncounted } from "../journal/entry-shape.js";
import { isCount, isHash, isText, isTwoCounts, listOf, optional, shaped } from "../journal/schema.js";
import type { LineRange } from "../known-lines/known-lines.js";
import { rangesOutside } from "../known-lines/mark-text.js";
import { numberedLines, type TextLines, textLines } from "../known-lines/text-lines.js";
import { resolveCap } from "../options.js";
import { isBinary } from "../text/binary.js";
import { checkName, wellFormedText } from "../text/check.js";
import { cutLines } from "../text/cut-lines.js";
import { binaryData, NO_OUTPUT } from "../text/messages.js";
import { ownText } from "../text/own-text.js";
import { isKeptWhole, storedOutput } from "../text/stored-text.js";
import { findEntry, type LedgerState, latestNames } from "../windows/state.js";
import {
  blockImages,
  blockWords,
  type ContentBlock,
  checkBlocks,
  cleanBlocks,
  ENTRY_IMAGE,
  imageBytesOf,
  insertedBlocks,
  joinedTexts,
  otherLines,
  resultHash,
  storedBlocks,
} from "./blocks.js";
import { callKey } from "./call-key.js";
import { ENTRY_MARK, entryMark, findOddMark, markLines, showMarks } from "./marks.js";
import { isId } from "./step-id.js";
import type { Decision, Situation, StepKind, StepName } from "./step-kind.js";

/** Any other tool's result: its text, or its blocks as MCP has them. */
export interface OutputStep extends StepName {
  readonly tool: string;
  /** The call's arguments, as JSON values. */
  readonly args?: unknown;
  /** `null` where the tool gave none. */
  readonly text?: string | null | undefined;
  /** In the place of `text`. */
  readonly blocks?: readonly ContentBlock[] | undefined;
  /** Whether the text is cleaned of terminal control, for this call alone. */
  readonly clean?: boolean | undefined;
  /** How much of it is shown, for this call alone. */
  readonly cap?: CapBudgetOptions | "off" | undefined;
  /** What ends a line's number in the text of a tool that numbers its lines itself, such as `"→"`. Specification 2.25. */
  readonly numbered?: string | undefined;
  /** Whole but for its cap, whatever the conversation shows already. Specification 2.27. */
  readonly fresh?: boolean | undefined;
}

const OUTPUT = {
  ...STEP,
  tool: isText,
  /** Of a repeatable call: which calls are the same, and the SHA-256 of its result. */
  call: optional(isHash),
  sha: optional(isHash),
  /** Of a result with images: the bytes of those given, and of those inserted. */
  imageBytes: optional(isTwoCounts),
};

const IMAGES = optional(listOf(shaped(ENTRY_IMAGE)));

/** What the journal has of any other tool's result. */
export const OUTPUT_ENTRIES = {
  "output shown": {
    ...OUTPUT,
    /** The text, whole; absent where it is not kept. */
    text: optional(isText),
    images: IMAGES,
    /** Of a repeatable call's result that was capped: the six budgets, and the bound of a line where there is one. */
    cap: optional(listOf(isCount)),
    /** What ends the numbers of its lines. */
    numbered: optional(isText),
    /** The runs in whose place marks stand. */
    marks: optional(listOf(shaped(ENTRY_MARK))),
    /** The lines of the text that stand in it, from and to by index; absent where these are all outside of marks. */
    printed: optional(listOf(isTwoCounts)),
  },
  /** The result that shows the text. */
  "output stub": { ...OUTPUT, since: isId },
  "output blank": OUTPUT,
  /** Data that is no text: how many characters it was is said in its place. */
  "output binary": { ...OUTPUT, text: optional(isText), images: IMAGES },
};

export type OutputEntry = EntryOf<typeof OUTPUT_ENTRIES>;
type Decided = Decision<OutputEntry>;

/** A result before the ledger looks at it: one text, or blocks. */
interface Result {
  readonly text: string;
  readonly blocks?: readonly ContentBlock[];
  readonly given: number;
  /** Where it is data that is no text: how many characters. */
  readonly binary?: number | undefined;
}

/** How many characters of data a text is; `undefined` where it is text. Specification 2.29. */
const binaryCharacters = (text: string): number | undefined =>
  isBinary(text) ? countCharacters(text) : undefined;

const readResult = ({ text, blocks }: OutputStep, isClean: boolean): Result => {
  const clean = isClean ? cleanTerminal : wellFormed;
  if (blocks !== undefined) {
    if (text !== undefined) throw new TypeError("an output has text or blocks; got both");
    const given = checkBlocks(blocks);
    const cleaned = cleanBlocks(given, clean);
    const characters = blockWords(given).reduce((sum, text) => sum + countCharacters(text), 0);
    const binary = isClean ? binaryCharacters(joinedTexts(cleanBlocks(given, wellFormed))) : undefined;
    return { text: storedBlocks(cleaned), blocks: cleaned, given: characters, binary };
  }
  if (text === null) return { text: "", given: 0 };
  const given = wellFormedText(text, "text");
  const binary = isClean ? binaryCharacters(given) : undefined;
  return { text: clean(given), given: countCharacters(given), binary };
};

/** The bounds of a result that they cut: of a call that asks for others the result is not the same. */
const capKey = (cap: CapBudgets, lineChars: number): number[] => [
  cap.maxLines,
  cap.maxChars,
  cap.headLines,
  cap.headChars,
  cap.tailLines,
  cap.tailChars,
  ...(Number.isFinite(lineChars) ? [lineChars] : []),
];

/** Up to how much an output has no head where heads are short: nothing will ever name it. Specification 2.22. */
const HEADLESS = { lines: 7, characters: 1_000 };

/** The lines of a stored text. Specification 2.20 and 2.25. */
const storedLines = (text: string, numbered: string | undefined): TextLines =>
  (numbered === undefined ? undefined : numberedLines(text, numbered)) ?? textLines(text);

/** All lines but those of blocks that are not text. */
const besides = (lines: TextLines, hidden: readonly number[]): LineRange[] =>
  rangesOutside(
    lines,
    hidden.map((at) => ({ at, count: 1 })),
  );

const checkNumbered = (numbered: unknown): string | undefined => {
  if (numbered === undefined) return undefined;
  if (wellFormedText(numbered, "numbered") !== "") return wellFormedText(numbered, "numbered");
  throw new TypeError('numbered must be what ends a line\'s number, like "→"; got ""');
};

/** The earlier results that show a part of this one: an image, or the lines of a mark. */
const partSources = (entry: Uncounted<OutputEntry>): string[] => {
  if (entry.result !== "shown" && entry.result !== "binary") return [];
  const images = (entry.images ?? []).flatMap(({ since }) => since ?? []);
  const marks = entry.result === "shown" ? (entry.marks ?? []) : [];
  return [...new Set([...images, ...marks.map(({ id }) => id)])];
};

/** What another tool's result inserts: its text capped, or that it is the same again. Specification 2.7 and 2.10. */
const decide = ({ state, settings, name, isShown }: Situation, step: OutputStep): Decided => {
  const { id } = name;
  const tool = checkName(step.tool, "tool");
  const { clean = settings.clean, fresh = false } = step;
  checkFlag(clean, "clean");
  checkFlag(fresh, "fresh");
  const numbered = checkNumbered(step.numbered);
  const cap = step.cap === undefined ? settings.capOf(tool) : resolveCap(step.cap);
  const { measure, lineChars, imageBytes: most } = settings;
  const { text, blocks, given, binary } = readResult(step, clean);
  const isRepeatable = settings.repeatable.has(tool);
  const call = isRepeatable ? { call: callKey(tool, step.args) } : undefined;
  const images =
    blocks === undefined
      ? []
      : blockImages(
          blocks,
          (sha) => {
            const old = state.images.get(sha);
            return old !== undefined && isShown(old) ? old : undefined;
          },
          most,
        );
  const bytes = images.length > 0 && blocks !== undefined ? imageBytesOf(blocks) : 0;
  const withImages = (shown: readonly ContentBlock[]): { imageBytes?: readonly [number, number] } =>
    images.length > 0 ? { imageBytes: [bytes, imageBytesOf(shown)] } : {};
  const head = `[${id}]\n`;
  const asBlocks = (text: string): { blocks?: ContentBlock[] } =>
    blocks ? { blocks: [{ type: "text", text }] } : {};

  if (binary !== undefined) {
    const body = binaryData(binary);
    const inserted = blocks && insertedBlocks(blocks, id, { images, most, joined: body });
    const told = {
      op: "output",
      ...name,
      tool,
      ...call,
      ...(inserted && withImages(inserted)),
      result: "binary",
      ...(images.length > 0 && { images }),
      text: isBlank(text) ? body : storedOutput(ownText(text)),
    } as const;
    return {
      entry: told,
      kind: "notice",
      sources: partSources(told),
      ...(inserted ? { head: "", body: blockWords(inserted).join("\n"), blocks: inserted } : { head, body }),
      given,
    };
  }

  if (isBlank(text)) {
    const headOrNone = settings.heads === "short" ? "" : head;
    const blank = {
      op: "output",
      ...name,
      tool,
      ...call,
      result: "blank",
    } as const;
    const shown = { head: headOrNone, body: NO_OUTPUT, ...asBlocks(headOrNone + NO_OUTPUT) };
    return { entry: blank, kind: "notice", given, ...shown };
  }

  const repeat = call && { call: call.call, sha: resultHash(blocks ?? [{ type: "text", text }]) };
  const latest = repeat && !fresh ? state.repeats.get(repeat.call) : undefined;
  const isSame =
    latest !== undefined &&
    latest.sha === repeat?.sha &&
    (latest.cap === undefined || latest.cap === String(capKey(cap, lineChars)));
  if (isSame && latestNames(latest).every(isShown)) {
    const since = latest.id;
    const head = `[${id}] `;
    const body = `Same result as ${since}.`;
    const stub = {
      op: "output",
      ...name,
      tool,
      ...repeat,
      ...withImages([]),
      result: "stub",
      since,
    } as const;
    return {
      entry: stub,
      kind: "stub",
      sources: latestNames(latest),
      head,
      body,
      given,
      ...asBlocks(head + body),
    };
  }

  const own = ownText(text);
  const stored = storedOutput(own);
  // Of a text that is not kept whole no recall is offered, and its lines are none that another text may name.
  const isCut = stored !== own;
  const recalled = isKeptWhole(text, settings.keepChars) ? id : undefined;
  const hidden = blocks === undefined ? [] : otherLines(blocks);
  const lines = state.known && !isCut ? storedLines(stored, numbered) : undefined;
  const runs =
    lines && !fresh ? (state.known?.find(lines, { isShown, ranges: besides(lines, hidden) }) ?? []) : [];
  const isMarked = lines !== undefined && (blocks === undefined || blockWords(blocks).length > 0);
  const marked = isMarked
    ? markLines(lines, runs, { id: recalled, cap, measure, lineChars, hidden })
    : undefined;
  const marks = marked?.runs ?? [];
  const plain = (): { text: string; capped: boolean } => {
    const rows = cutLines(blocks === undefined ? text : joinedTexts(blocks), lineChars);
    const capped = capText(rows.text, recalled, cap, measure);
    return { text: capped.text, capped: capped.capped || rows.cut.length > 0 };
  };
  const shown = marked ?? plain();
  // What stands in it is said where that is not all outside of marks.
  const ranges =
    isCut || (lines && (shown.capped || hidden.length > 0)) ? (marked?.printed ?? []) : undefined;
  const inserted =
    blocks &&
    insertedBlocks(blocks, id, {
      images,
      most,
      joined: shown.capped || marks.length > 0 ? shown.text : undefined,
    });
  const told: Decided["entry"] = {
    op: "output",
    ...name,
    tool,
    ...repeat,
    ...(inserted && withImages(inserted)),
    result: "shown",
    ...(shown.capped && { capped: true }),
    ...(shown.capped && repeat && { cap: capKey(cap, lineChars) }),
    ...(images.length > 0 && { images }),
    ...(lines?.kind === "numbered" && numbered !== undefined && { numbered }),
    ...(marks.length > 0 && { marks: marks.map(entryMark) }),
    ...(ranges && { printed: ranges.map(({ from, to }) => [from, to] as const) }),
    text: stored,
  };
  const kind = shown.capped ? "capped" : marks.length > 0 ? "partial" : "full";
  const isNeverNamed =
    settings.heads === "short" &&
    !isRepeatable &&
    kind === "full" &&
    countLines(text) <= HEADLESS.lines &&
    countCharacters(text) <= HEADLESS.characters;
  return {
    entry: told,
    kind,
    sources: partSources(told),
    marks: lines && marked ? showMarks(lines, marked, 1) : [],
    lines,
    given,
    head: inserted || isNeverNamed ? "" : head,
    body: inserted ? blockWords(inserted).join("\n") : shown.text,
    bodySize: inserted ? undefined : marked?.characters,
    blocks: inserted,
  };
};

/** The lines of an output that stand in it are printed by it. Specification 2.20. */
const printLines = (state: LedgerState, entry: OutputEntry, given: TextLines | undefined): void => {
  if (state.known === undefined || entry.result !== "shown" || entry.text === undefined) return;
  // Written by a ledger that did not know lines: which of them stand there is not known.
  if (entry.capped === true && entry.printed === undefined) return;
  const lines = given ?? storedLines(entry.text, entry.numbered);
  const ranges =
    entry.printed?.map(([from, to]) => ({ from, to })) ?? rangesOutside(lines, entry.marks ?? []);
  state.known.print(entry.id, lines, { ranges });
};

const apply = (state: LedgerState, entry: OutputEntry, lines: TextLines | undefined): void => {
  const { id, call, sha, result } = entry;
  if (call !== undefined && (result === "blank" || result === "binary")) state.repeats.delete(call);
  if (result !== "shown" && result !== "binary") return;
  printLines(state, entry, lines);
  if (call !== undefined && sha !== undefined && result === "shown")
    state.repeats.set(call, { id, sha, parts: partSources(entry), cap: entry.cap && String(entry.cap) });
  for (const image of entry.images ?? [])
    if (image.since === undefined && image.left !== true) state.images.set(image.sha, id);
};

const storedText = (state: LedgerState, entry: OutputEntry): string | undefined => {
  if (entry.result === "blank") return "";
  if (entry.result === "shown" || entry.result === "binary") return entry.text;
  const shown = findEntry(state, entry.since);
  return shown?.op === "output" && shown.result === "shown" ? shown.text : undefined;
};

/** Any other tool's result. Specification 2.7 and 2.10. */
export const outputKind: StepKind<OutputStep, OutputEntry> = {
  parts: ["id", "callId", "tool", "args", "text", "blocks", "clean", "cap", "numbered", "fresh"],
  decide,
  apply,
  storedText,
  sources: (entry) => (entry.result === "stub" ? [entry.since] : partSources(entry)),
  findOdd: (entry) =>
    entry.result === "shown"
      ? findOddMark(entry.marks, entry.text === undefined ? Infinity : countLines(entry.text))
      : undefined,
};
