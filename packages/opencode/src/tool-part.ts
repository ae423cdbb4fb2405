import { isJsonObject, type JsonObject } from "@lembas/arguments";

/** A call with its result, of which opencode sends one text. */
export interface ToolPart {
  readonly callId: string;
  readonly tool: string;
  readonly input: unknown;
  /** The text of the result as it is sent. */
  readonly text: string;
  /** The part with another text. */
  readonly withText: (text: string) => object;
}

/** Where the text that is sent stands in the state of a call. */
interface Place {
  readonly text: string;
  readonly put: (text: string) => JsonObject;
}

const findText = (state: JsonObject): Place | undefined => {
  const { status, output, error, time, attachments, metadata } = state;
  if (status === "completed") {
    // opencode sends a cleared result as a text of its own, and one with files in other ways.
    const isCleared = isJsonObject(time) && time["compacted"] !== undefined;
    const hasFiles = attachments !== undefined && !(Array.isArray(attachments) && attachments.length === 0);
    if (typeof output !== "string" || isCleared || hasFiles) return undefined;
    return { text: output, put: (text) => ({ ...state, output: text }) };
  }
  if (status !== "error") return undefined;
  // Of a command that was interrupted what it printed is sent, where that is kept.
  if (isJsonObject(metadata) && metadata["interrupted"] === true && typeof metadata["output"] === "string") {
    const { output: printed } = metadata;
    return { text: String(printed), put: (text) => ({ ...state, metadata: { ...metadata, output: text } }) };
  }
  return typeof error === "string" ? { text: error, put: (text) => ({ ...state, error: text }) } : undefined;
};

/** Reads a part of a message; `undefined` where it is no call, or another text of it is sent than is known here. */
export const readToolPart = (part: unknown): ToolPart | undefined => {
  if (!isJsonObject(part) || part["type"] !== "tool") return undefined;
  const { callID: callId, tool, state, metadata } = part;
  if (typeof callId !== "string" || typeof tool !== "string" || !isJsonObject(state)) return undefined;
  // A provider's own tools have their results elsewhere.
  if (isJsonObject(metadata) && metadata["providerExecuted"] === true) return undefined;
  const place = findText(state);
  if (place === undefined) return undefined;
  const { text, put } = place;
  return { callId, tool, input: state["input"], text, withText: (other) => ({ ...part, state: put(other) }) };
};
