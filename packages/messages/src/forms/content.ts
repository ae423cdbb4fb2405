import { isJsonObject, type JsonObject } from "@lembas/arguments";
import type { NewTexts, Piece } from "./form.js";

interface TextBlock extends JsonObject {
  readonly text: string;
}

/** Whether a block is one of text, as any of the forms writes them. */
const isTextBlock = (block: unknown): block is TextBlock =>
  isJsonObject(block) &&
  (block["type"] === "text" || block["type"] === "input_text") &&
  typeof block["text"] === "string";

/** A result's content in pieces: a string, one block, or a list of blocks. What is none of these has no pieces. */
export const readContent = (content: unknown): readonly Piece[] => {
  if (typeof content === "string") return [content];
  if (isTextBlock(content)) return [content.text];
  if (!Array.isArray(content)) return [];
  return content.map((block: unknown): Piece => {
    if (isTextBlock(block)) return block.text;
    return { type: isJsonObject(block) && typeof block["type"] === "string" ? block["type"] : "unknown" };
  });
};

/** The content with other texts; blocks that go leave what else they carry, like `cache_control`, to the first. */
export const writeContent = (content: unknown, texts: NewTexts): unknown => {
  if (typeof content === "string") return texts[0];
  if (isTextBlock(content)) return { ...content, text: texts[0] };
  if (!Array.isArray(content)) return content;
  const blocks: readonly unknown[] = content;
  const left = blocks.filter((block, index) => isTextBlock(block) && texts[index] === undefined);
  let carried: JsonObject = Object.assign({}, ...left);
  return blocks.flatMap((block, index) => {
    const text = texts[index];
    if (!isTextBlock(block)) return [block];
    if (text === undefined) return [];
    const written =
      text === block.text && left.length === 0 ? block : { ...block, ...carried, type: block["type"], text };
    carried = {};
    return [written];
  });
};
