import type { LedgerOptions } from "@lembas/context";
import type { Measure } from "./baselines/policy-run.js";
import type { ToolMap } from "./formats/tool-rules.js";
import type { SessionTrace } from "./session-trace.js";

/** What a replay does beside the table. */
export interface ReplayOptions extends Pick<LedgerOptions, "union" | "acrossEdits"> {
  /** Checks every stub, elided repeat, mark and recall against the conversation. */
  readonly verify?: boolean | undefined;
  /** Puts the same session through other policies too, and counts the input of all model calls. */
  readonly compare?: boolean | undefined;
  /** Compares with the ledger's further options too: `union`, `acrossEdits` and both. */
  readonly variants?: boolean | undefined;
  /** Counts tokens as well; policies and calls are then in tokens. */
  readonly countTokens?: Measure | undefined;
  /** Further tools of the formats. */
  readonly map?: ToolMap | undefined;
  /** Given every inserted text. */
  readonly onInserted?: ((text: string) => void) | undefined;
  /** Given each conversation that is over, result by result; with `compare` alone, and its claims with `verify`. */
  readonly onSession?: ((session: SessionTrace) => void) | undefined;
  /** An `AbortSignal`, say, that ends the replay early: as much as was read until then is replayed. */
  readonly signal?: { readonly aborted: boolean } | undefined;
}
