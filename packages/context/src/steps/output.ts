import { checkFlag } from "@lembas/arguments";
import {
  type CapBudgetOptions,
  capText,
  cleanTerminal,
  countCharacters,
  isBlank,
  wellFormed,
} from "@lembas/format";
import { type EntryOf, STEP } from "../journal/entry-shape.js";
import { isHash, isText, listOf, optional, shaped } from "../journal/schema.js";
import { resolveCap } from "../options.js";
import { checkName, wellFormedText } from "../text/check.js";
import { NO_OUTPUT } from "../text/messages.js";
import { ownText } from "../text/own-text.js";
import { sha256 } from "../text/sha256.js";
import { findEntry, type LedgerState, latestNames } from "../windows/state.js";
import {
  blockImages,
  type ContentBlock,
  checkBlocks,
  cleanBlocks,
  ENTRY_IMAGE,
  insertedBlocks,
  isTextBlock,
  storedBlocks,
} from "./blocks.js";
import { callKey, canonicalJson } from "./call-key.js";
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
}

const OUTPUT = {
  ...STEP,
  tool: isText,
  /** Of a repeatable call: which calls are the same, and the SHA-256 of its result. */
  call: optional(isHash),
  sha: optional(isHash),
};

/** What the journal has of any other tool's result. */
export const OUTPUT_ENTRIES = {
  "output shown": {
    ...OUTPUT,
    /** The text, whole; absent where it is not kept. */
    text: optional(isText),
    images: optional(listOf(shaped(ENTRY_IMAGE))),
  },
  /** The result that shows the text. */
  "output stub": { ...OUTPUT, since: isId },
  "output blank": OUTPUT,
};

export type OutputEntry = EntryOf<typeof OUTPUT_ENTRIES>;
type Decided = Decision<OutputEntry>;

/** A result before the ledger looks at it: one text, or blocks. */
interface Result {
  readonly text: string;
  readonly blocks?: readonly ContentBlock[];
  readonly given: number;
}

const readResult = ({ text, blocks }: OutputStep, clean: (text: string) => string): Result => {
  if (blocks !== undefined) {
    if (text !== undefined) throw new TypeError("an output has text or blocks; got both");
    const given = checkBlocks(blocks);
    const cleaned = cleanBlocks(given, clean);
    const characters = given.filter(isTextBlock).reduce((sum, block) => sum + countCharacters(block.text), 0);
    return { text: storedBlocks(cleaned), blocks: cleaned, given: characters };
  }
  if (text === null) return { text: "", given: 0 };
  const given = wellFormedText(text, "text");
  return { text: clean(given), given: countCharacters(given) };
};

/** Which results are the same: equal stored texts, and equal blocks beside the texts. Specification 2.10 and 2.18. */
const resultHash = (text: string, blocks: readonly ContentBlock[] = []): string => {
  const others = blocks.filter((block) => !isTextBlock(block));
  return sha256(others.length === 0 ? text : `${text}\n${canonicalJson(others)}`);
};

/** What another tool's result inserts: its text capped, or that it is the same again. Specification 2.7 and 2.10. */
const decide = ({ state, settings, name, isShown }: Situation, step: OutputStep): Decided => {
  const { id } = name;
  const tool = checkName(step.tool, "tool");
  const { clean = settings.clean } = step;
  checkFlag(clean, "clean");
  const cap = step.cap === undefined ? settings.capOf(tool) : resolveCap(step.cap);
  const { text, blocks, given } = readResult(step, clean ? cleanTerminal : wellFormed);
  const call = settings.repeatable.has(tool) ? { call: callKey(tool, step.args) } : undefined;
  const entry = { op: "output", ...name, tool, ...call } as const;
  const head = `[${id}]\n`;
  const asBlocks = (text: string): { blocks?: ContentBlock[] } =>
    blocks ? { blocks: [{ type: "text", text }] } : {};

  if (isBlank(text)) {
    const body = NO_OUTPUT;
    return {
      entry: { ...entry, result: "blank" },
      kind: "notice",
      head,
      body,
      given,
      ...asBlocks(head + body),
    };
  }

  const repeat = call && { ...call, sha: resultHash(text, blocks) };
  const latest = repeat && state.repeats.get(repeat.call);
  if (latest !== undefined && latest.sha === repeat?.sha && latestNames(latest).every(isShown)) {
    const since = latest.id;
    const head = `[${id}] `;
    const body = `Same result as ${since}.`;
    const stub = { ...entry, ...repeat, result: "stub", since } as const;
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

  const shown = { ...entry, ...repeat, result: "shown", text: ownText(text) } as const;
  if (blocks === undefined) {
    const body = capText(text, id, cap);
    const kind = body.capped ? "capped" : "full";
    return { entry: { ...shown, ...(body.capped && { capped: true }) }, kind, head, body: body.text, given };
  }

  const images = blockImages(blocks, (sha) => {
    const old = state.images.get(sha);
    return old !== undefined && isShown(old) ? old : undefined;
  });
  const inserted = insertedBlocks(blocks, images, id, cap);
  const body = inserted.blocks
    .filter(isTextBlock)
    .map((block) => block.text)
    .join("\n");
  return {
    entry: { ...shown, ...(inserted.capped && { capped: true }), ...(images.length > 0 && { images }) },
    kind: inserted.capped ? "capped" : "full",
    head: "",
    body,
    sources: images.flatMap(({ since }) => since ?? []),
    blocks: inserted.blocks,
    given,
  };
};

const imageSources = (entry: OutputEntry): string[] =>
  entry.result === "shown" ? (entry.images ?? []).flatMap(({ since }) => since ?? []) : [];

const apply = (state: LedgerState, entry: OutputEntry): void => {
  const { id, call, sha, result } = entry;
  if (call !== undefined && result === "blank") state.repeats.delete(call);
  if (result !== "shown") return;
  if (call !== undefined && sha !== undefined)
    state.repeats.set(call, { id, sha, images: imageSources(entry) });
  for (const image of entry.images ?? []) if (image.since === undefined) state.images.set(image.sha, id);
};

const storedText = (state: LedgerState, entry: OutputEntry): string | undefined => {
  if (entry.result === "blank") return "";
  if (entry.result === "shown") return entry.text;
  const shown = findEntry(state, entry.since);
  return shown?.op === "output" && shown.result === "shown" ? shown.text : undefined;
};

/** Any other tool's result. Specification 2.7 and 2.10. */
export const outputKind: StepKind<OutputStep, OutputEntry> = {
  parts: ["id", "callId", "tool", "args", "text", "blocks", "clean", "cap"],
  decide,
  apply,
  storedText,
  sources: (entry) => (entry.result === "stub" ? [entry.since] : imageSources(entry)),
};
