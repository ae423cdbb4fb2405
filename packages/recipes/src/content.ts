import type Anthropic from "@anthropic-ai/sdk";
import { type ImageBlock, type Insertion, isImageBlock, isTextBlock } from "@lembas/context";
import type OpenAI from "openai";

/** A text, or the blocks in its place. */
type Shown = Pick<Insertion, "text" | "blocks">;

const dataUrl = ({ mimeType, data }: ImageBlock): string => `data:${mimeType};base64,${data}`;

/**
 * What a message holds of a result: its text, or, where it has blocks, its texts and its images in their order, each
 * image in one API's form. A block of another kind is its JSON.
 */
const contentOf =
  <Image>(show: (image: ImageBlock) => Image) =>
  ({ text, blocks }: Shown): string | ({ type: "text"; text: string } | Image)[] =>
    blocks?.map((block) => {
      if (isImageBlock(block)) return show(block);
      return { type: "text", text: isTextBlock(block) ? block.text : JSON.stringify(block) };
    }) ?? text;

/** In the Messages API. */
export const anthropicContent = contentOf(({ data, mimeType }): Anthropic.ImageBlockParam => {
  // The API refuses an image of another type than its four.
  const media_type = mimeType as Anthropic.Base64ImageSource["media_type"];
  return { type: "image", source: { type: "base64", media_type, data } };
});

/** A whole result of it. */
export const anthropicResult = (tool_use_id: string, inserted: Shown): Anthropic.ToolResultBlockParam => ({
  type: "tool_result",
  tool_use_id,
  content: anthropicContent(inserted),
});

/** In LangChain. */
export const langchainContent = contentOf((image) => ({
  type: "image_url",
  image_url: { url: dataUrl(image) },
}));

/** In the OpenAI Agents SDK. */
export const agentsContent = contentOf((image) => ({ type: "image" as const, image: dataUrl(image) }));

const aiParts = contentOf(({ data, mimeType }) => ({
  type: "image-data" as const,
  data,
  mediaType: mimeType,
}));

/** In the AI SDK. */
export const aiContent = (inserted: Shown) => {
  const value = aiParts(inserted);
  return typeof value === "string"
    ? ({ type: "text", value } as const)
    : ({ type: "content", value } as const);
};

/** In Chat Completions, whose tool messages hold no image: the user shows it, behind the results. */
export const chatMessages = (steps: readonly { callId: string }[], inserted: readonly Shown[]) => {
  const messages = steps.map(
    ({ callId }, index): OpenAI.ChatCompletionMessageParam => ({
      role: "tool",
      tool_call_id: callId,
      content: inserted[index]?.text ?? "",
    }),
  );
  const images = inserted.flatMap(({ blocks = [] }) => blocks.filter(isImageBlock));
  const content = images.map((image) => ({ type: "image_url" as const, image_url: { url: dataUrl(image) } }));
  return images.length > 0 ? [...messages, { role: "user" as const, content }] : messages;
};

/** In Responses. */
export const responsesOutput = ({ text, blocks }: Shown) =>
  blocks?.map((block) =>
    isImageBlock(block)
      ? { type: "input_image" as const, image_url: dataUrl(block), detail: "auto" as const }
      : { type: "input_text" as const, text: isTextBlock(block) ? block.text : JSON.stringify(block) },
  ) ?? text;
