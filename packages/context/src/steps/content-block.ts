import { checkList } from "@lembas/arguments";

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
export const base64Bytes = (data: string): number =>
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
