import { checkList } from "@lembas/arguments";
import { countLines, isBlank, wellFormed } from "@lembas/format";
import { isHash, optional, type Shaped } from "../journal/schema.js";
import { sha256, shortHash } from "../text/sha256.js";
import { showPath } from "../windows/path-key.js";
import { isId } from "./step-id.js";

/** A block of text in a result. */
export interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

/** An image in a result, as MCP has it: base64 text and its type. */
export interface ImageBlock {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
}

/** Any other block: it passes through as it is. */
export interface OtherBlock {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** One block of a result, as MCP has them. */
export type ContentBlock = TextBlock | ImageBlock | OtherBlock;

/**
 * Whether a block is one of text. Specification 2.18.
 *
 * @example insertion.blocks?.filter(isTextBlock).map((block) => block.text)
 */
export const isTextBlock = (block: ContentBlock): block is TextBlock =>
  block.type === "text" && "text" in block && typeof block.text === "string";

/**
 * Whether a block is an image. Specification 2.18.
 *
 * @example insertion.blocks?.filter(isImageBlock).map((block) => block.mimeType)
 */
export const isImageBlock = (block: ContentBlock): block is ImageBlock =>
  block.type === "image" &&
  "data" in block &&
  typeof block.data === "string" &&
  "mimeType" in block &&
  typeof block.mimeType === "string";

/** How many bytes base64 text stands for. */
const base64Bytes = (data: string): number =>
  Math.floor((data.replace(/[^A-Za-z0-9+/_-]/g, "").length * 3) / 4);

/** @throws {TypeError} `blocks` is no list of objects with a type, or a text or image lacks its parts */
export const checkBlocks = (blocks: readonly ContentBlock[]): readonly ContentBlock[] => {
  checkList(blocks, "blocks");
  for (const [index, block] of blocks.entries()) {
    if (typeof block !== "object" || block === null || typeof block.type !== "string") {
      throw new TypeError(
        `block ${index + 1} must be an object with a type, like { type: "text", text: "…" }`,
      );
    }
    if ((block.type === "text" && !isTextBlock(block)) || (block.type === "image" && !isImageBlock(block))) {
      throw new TypeError(`block ${index + 1} lacks what a block of type "${block.type}" has in MCP`);
    }
  }
  return blocks;
};

/** An image in a result, by the SHA-256 of its data, and the result that shows it already. */
export const ENTRY_IMAGE = { sha: isHash, since: optional(isId) };

type EntryImage = Shaped<typeof ENTRY_IMAGE>;

/** The text blocks of a result as one text: each begins a line. Specification 2.18. */
const joinTexts = (texts: readonly string[]): string =>
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

/** The text blocks of a result as one text. */
export const joinedTexts = (blocks: readonly ContentBlock[]): string =>
  joinTexts(blocks.filter(isTextBlock).map((block) => block.text));

/** Which lines of the stored text, from 0, stand for blocks that are not text. */
export const otherLines = (blocks: readonly ContentBlock[]): number[] => {
  const others: number[] = [];
  let line = 0;
  for (const block of blocks) {
    if (!isTextBlock(block)) others.push(line);
    line += isTextBlock(block) ? countLines(block.text) : 1;
  }
  return others;
};

/**
 * What is inserted of a result of blocks: the head on its first text, the rest in place; with `joined` that in the place
 * of all its texts. Specification 2.18.
 */
export const insertedBlocks = (
  blocks: readonly ContentBlock[],
  images: readonly EntryImage[],
  id: string,
  joined: string | undefined,
): ContentBlock[] => {
  const remaining = [...images];
  const inserted: ContentBlock[] = [];
  let head = `[${id}]`;
  for (const block of blocks) {
    if (isTextBlock(block)) {
      if (head === "" && joined !== undefined) continue;
      const body = joined ?? block.text;
      inserted.push({ ...block, text: head === "" ? body : `${head}\n${body}` });
      head = "";
    } else {
      const since = isImageBlock(block) ? remaining.shift()?.since : undefined;
      inserted.push(since === undefined ? block : { type: "text", text: `[image unchanged since ${since}]` });
    }
  }
  return head === "" ? inserted : [{ type: "text", text: head }, ...inserted];
};
