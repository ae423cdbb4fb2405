import { checkList } from "@lembas/arguments";
import { countLines, isBlank, wellFormed } from "@lembas/format";
import { isHash, isTrue, optional, type Shaped } from "../journal/schema.js";
import { sha256, shortHash } from "../text/sha256.js";
import { showPath } from "../windows/path-key.js";
import { canonicalJson } from "./call-key.js";
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

/** An embedded resource that has a text, as MCP has it. */
interface ResourceBlock {
  readonly type: "resource";
  readonly resource: { readonly text: string };
}

/** A block that has a text. */
type WordBlock = TextBlock | ResourceBlock;

const isResourceBlock = (block: ContentBlock): block is ResourceBlock & OtherBlock =>
  block.type === "resource" &&
  "resource" in block &&
  typeof block["resource"] === "object" &&
  block["resource"] !== null &&
  "text" in block["resource"] &&
  typeof block["resource"].text === "string";

const isWordBlock = (block: ContentBlock): block is TextBlock | (ResourceBlock & OtherBlock) =>
  isTextBlock(block) || isResourceBlock(block);

/** The text of a block. */
const wordsOf = (block: WordBlock): string => (block.type === "text" ? block.text : block.resource.text);

const withWords = (block: TextBlock | (ResourceBlock & OtherBlock), text: string): ContentBlock =>
  block.type === "text" ? { ...block, text } : { ...block, resource: { ...block.resource, text } };

/** The texts of a result, together. */
export const blockWords = (blocks: readonly ContentBlock[]): string[] =>
  blocks.filter(isWordBlock).map(wordsOf);

/** @throws {TypeError} `blocks` is not a list of objects with a type, a text or image lacks its parts, or one holds what JSON cannot */
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
    if (!isTextBlock(block) && !isImageBlock(block)) canonicalJson(block, `block ${index + 1}`);
  }
  return blocks;
};

/** An image in a result, by the SHA-256 of its data: the result that shows it already, or that it is too large to be shown. */
export const ENTRY_IMAGE = { sha: isHash, since: optional(isId), left: optional(isTrue) };

type EntryImage = Shaped<typeof ENTRY_IMAGE>;

/** The text blocks of a result as one text: each begins a line. Specification 2.18. */
const joinTexts = (texts: readonly string[]): string =>
  texts
    .map((text, index) => (index < texts.length - 1 && text.endsWith("\n") ? text.slice(0, -1) : text))
    .join("\n");

const showName = (name: string): string => showPath(wellFormed(name));

const imageName = ({ mimeType, data }: ImageBlock): string =>
  `image ${showName(mimeType)}, ${base64Bytes(data)} bytes, sha ${shortHash(sha256(data))}`;

/** A result of blocks without its blank texts, every text cleaned. */
export const cleanBlocks = (
  blocks: readonly ContentBlock[],
  clean: (text: string) => string,
): ContentBlock[] =>
  blocks
    .map((block) => (isWordBlock(block) ? withWords(block, clean(wordsOf(block))) : block))
    .filter((block) => !isWordBlock(block) || !isBlank(wordsOf(block)));

/** What recall shows of a result of blocks: its texts, and a name for whatever else it holds. Specification 2.18. */
export const storedBlocks = (blocks: readonly ContentBlock[]): string =>
  joinTexts(
    blocks.map((block) => {
      if (isWordBlock(block)) return wordsOf(block);
      return isImageBlock(block) ? `[${imageName(block)}]` : `[${showName(block.type)}]`;
    }),
  );

/**
 * Which results are the same: those of equal parts, in order. A part is a run of texts or another block, never texts
 * joined over other blocks, nor with their names: these can be made otherwise. Specification 2.10 and 2.18.
 */
export const resultHash = (blocks: readonly ContentBlock[]): string => {
  const parts: unknown[] = [];
  let texts: string[] = [];
  const endRun = (): void => {
    if (texts.length > 0) parts.push(sha256(joinTexts(texts)));
    texts = [];
  };
  for (const block of blocks) {
    if (isTextBlock(block)) {
      texts.push(block.text);
      continue;
    }
    endRun();
    parts.push(block);
  }
  endRun();
  return sha256(canonicalJson(parts, "blocks"));
};

/**
 * The images of a result, each with the result that the conversation already has it from; left out where it has more
 * bytes than `most`.
 */
export const blockImages = (
  blocks: readonly ContentBlock[],
  shownBy: (sha: string) => string | undefined,
  most: number,
): EntryImage[] =>
  blocks.filter(isImageBlock).map(({ data }) => {
    const sha = sha256(data);
    const since = shownBy(sha);
    if (since !== undefined) return { sha, since };
    return base64Bytes(data) > most ? { sha, left: true } : { sha };
  });

/** The bytes of all images in a result. */
export const imageBytesOf = (blocks: readonly ContentBlock[]): number =>
  blocks.filter(isImageBlock).reduce((sum, { data }) => sum + base64Bytes(data), 0);

/** The text blocks of a result as one text. */
export const joinedTexts = (blocks: readonly ContentBlock[]): string => joinTexts(blockWords(blocks));

/** Which lines of the stored text, from 0, stand for blocks that are not text. */
export const otherLines = (blocks: readonly ContentBlock[]): number[] => {
  const others: number[] = [];
  let line = 0;
  for (const block of blocks) {
    if (!isWordBlock(block)) others.push(line);
    line += isWordBlock(block) ? countLines(wordsOf(block)) : 1;
  }
  return others;
};

/** The text in the place of an image that is shown already, or is too large. Specification 2.18 and 2.31. */
const imageText = (block: ImageBlock, { since, left }: EntryImage, most: number): string | undefined => {
  if (since !== undefined) return `[image unchanged since ${since}]`;
  return left === true ? `[${imageName(block)}: larger than ${most} bytes, not shown]` : undefined;
};

/** What stands in the place of a result's images and, where it is not `undefined`, of all its texts. */
interface BlockTexts {
  readonly images: readonly EntryImage[];
  /** The most bytes of an image. */
  readonly most: number;
  readonly joined: string | undefined;
}

/** What is inserted of a result of blocks: the head on its first text, the rest in place. Specification 2.18. */
export const insertedBlocks = (
  blocks: readonly ContentBlock[],
  id: string,
  { images, most, joined }: BlockTexts,
): ContentBlock[] => {
  const remaining = [...images];
  const inserted: ContentBlock[] = [];
  let head = `[${id}]`;
  for (const block of blocks) {
    if (isWordBlock(block)) {
      if (head === "" && joined !== undefined) continue;
      const body = joined ?? wordsOf(block);
      inserted.push(withWords(block, head === "" ? body : `${head}\n${body}`));
      head = "";
    } else {
      const image = isImageBlock(block) ? remaining.shift() : undefined;
      const text = image && isImageBlock(block) ? imageText(block, image, most) : undefined;
      inserted.push(text === undefined ? block : { type: "text", text });
    }
  }
  if (head === "") return inserted;
  return [{ type: "text", text: joined === undefined ? head : `${head}\n${joined}` }, ...inserted];
};
