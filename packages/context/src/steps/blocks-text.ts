import { type CapBudgets, capText, isBlank, wellFormed } from "@lembas/format";
import type { EntryImage } from "../journal/entry.js";
import { sha256, shortHash } from "../text/sha256.js";
import { showPath } from "../windows/path-key.js";
import {
  base64Bytes,
  type ContentBlock,
  type ImageBlock,
  isImageBlock,
  isTextBlock,
} from "./content-block.js";

/** The text blocks of a result as one text: each begins a line. Specification 2.18. */
export const joinTexts = (texts: readonly string[]): string =>
  texts
    .map((text, index) => (index < texts.length - 1 && text.endsWith("\n") ? text.slice(0, -1) : text))
    .join("\n");

const showName = (name: string): string => showPath(wellFormed(name));

const imageName = ({ mimeType, data }: ImageBlock): string =>
  `[image ${showName(mimeType)}, ${base64Bytes(data)} bytes, sha ${shortHash(sha256(data))}]`;

/** A result of blocks without its blank texts, every text cleaned. */
export const cleanBlocks = (
  blocks: readonly ContentBlock[],
  clean: (text: string) => string,
): ContentBlock[] =>
  blocks
    .map((block) => (isTextBlock(block) ? { ...block, text: clean(block.text) } : block))
    .filter((block) => !isTextBlock(block) || !isBlank(block.text));

/** What recall shows of a result of blocks: its texts, and a name for whatever else it holds. Specification 2.18. */
export const storedBlocks = (blocks: readonly ContentBlock[]): string =>
  joinTexts(
    blocks.map((block) => {
      if (isTextBlock(block)) return block.text;
      return isImageBlock(block) ? imageName(block) : `[${showName(block.type)}]`;
    }),
  );

/** The images of a result, each with the result that the conversation already has it from. */
export const blockImages = (
  blocks: readonly ContentBlock[],
  shownBy: (sha: string) => string | undefined,
): EntryImage[] =>
  blocks.filter(isImageBlock).map(({ data }) => {
    const sha = sha256(data);
    const since = shownBy(sha);
    return since === undefined ? { sha } : { sha, since };
  });

/** What is inserted of a result of blocks: the head on its first text, its texts capped as one, the rest in place. */
export const insertedBlocks = (
  blocks: readonly ContentBlock[],
  images: readonly EntryImage[],
  id: string,
  cap: CapBudgets | "off",
): { blocks: ContentBlock[]; capped: boolean } => {
  const text = joinTexts(blocks.filter(isTextBlock).map((block) => block.text));
  const shown = cap === "off" ? { text, capped: false } : capText(text, id, cap);
  const remaining = [...images];
  const inserted: ContentBlock[] = [];
  let head = `[${id}]`;
  for (const block of blocks) {
    if (isTextBlock(block)) {
      if (head === "" && shown.capped) continue;
      const body = shown.capped ? shown.text : block.text;
      inserted.push({ ...block, text: head === "" ? body : `${head}\n${body}` });
      head = "";
    } else {
      const since = isImageBlock(block) ? remaining.shift()?.since : undefined;
      inserted.push(since === undefined ? block : { type: "text", text: `[image unchanged since ${since}]` });
    }
  }
  return {
    blocks: head === "" ? inserted : [{ type: "text", text: head }, ...inserted],
    capped: shown.capped,
  };
};
