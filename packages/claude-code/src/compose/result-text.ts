import { objectsOf } from "../objects-of.js";

/** The text of a result that is one text; `undefined` where it has blocks of another kind, or several. */
export const resultText = (content: unknown): string | undefined => {
  if (typeof content === "string") return content;
  const blocks = objectsOf(content);
  const [only] = blocks;
  const text = blocks.length === 1 && only?.["type"] === "text" ? only["text"] : undefined;
  return typeof text === "string" ? text : undefined;
};
