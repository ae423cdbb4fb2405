import type { AppliedCode } from "./operations/apply-ops.js";
import type { RefusalCode } from "./operations/refusal.js";
import type { ToolCallRefusalCode } from "./tool/read-tool-call.js";

/** The stable word for each answer: of a change that was done, of one that was refused (`policy`: by a policy), of a reading. */
export type MemoryAnswerCode = AppliedCode | RefusalCode | ToolCallRefusalCode | "policy" | "read";

/** What a call of one of the memory's tools comes to. */
export interface MemoryAnswer {
  /** Whether it was done; the text says it too. */
  readonly ok: boolean;
  /** What the model reads. */
  readonly text: string;
  readonly code: MemoryAnswerCode;
}
