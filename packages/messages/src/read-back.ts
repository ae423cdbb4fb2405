import { textArguments } from "./compose/text-arguments.js";
import type { CallPart, Part, ResultPart } from "./forms/form.js";
import { Sources } from "./marks/sources.js";
import { type OpenResult, openHead, openResult } from "./results/open-result.js";
import { type ComposedResult, readComposed } from "./results/read-composed.js";
import { ResultIds } from "./results/result-ids.js";

/** A result, read as one that may be composed. */
export interface ReadBackResult extends OpenResult {
  readonly part: ResultPart;
  readonly id: string | undefined;
  readonly call: CallPart | undefined;
  /** What it is behind its head, where it has one. */
  readonly composed: ComposedResult | undefined;
}

/** Reads the results of a conversation back, each with those before it; in the places of calls there is nothing. */
export const readBack = (parts: readonly Part[]): (ReadBackResult | undefined)[] => {
  const ids = new ResultIds();
  const calls = new Map<string, CallPart>();
  const sources = new Sources();
  return parts.map((part) => {
    if (part.kind === "call") calls.set(part.id, part);
    if (part.kind !== "result") return undefined;
    const id = ids.next(part.callId);
    const call = calls.get(part.callId);
    const opened = openResult(part.pieces);
    const behind = id === undefined ? undefined : openHead(opened.pieces, id);
    if (id === undefined || behind === undefined) return { ...opened, part, id, call, composed: undefined };
    const composed = readComposed(behind, id, sources);
    for (const [name, lines] of textArguments(call?.args)) sources.add(id, lines, name);
    for (const { lines } of composed.printed) sources.add(id, lines);
    return { ...opened, part, id, call, composed };
  });
};
