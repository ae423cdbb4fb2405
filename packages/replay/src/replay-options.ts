import type { Measure } from "./baselines/policy-run.js";
import type { ToolMap } from "./formats/tool-rules.js";

/** What a replay does beside the table. */
export interface ReplayOptions {
  /** Whether several windows together may cover a read. */
  readonly union?: boolean | undefined;
  /** Whether windows follow the session's own edits. */
  readonly acrossEdits?: boolean | undefined;
  /** Checks every stub and recall against the conversation. */
  readonly verify?: boolean | undefined;
  /** Puts the same session through other policies too. */
  readonly compare?: boolean | undefined;
  /** Counts the input of all model calls. */
  readonly calls?: boolean | undefined;
  /** Counts tokens as well; policies and calls are then in tokens. */
  readonly countTokens?: Measure | undefined;
  /** Further tools of the formats. */
  readonly map?: ToolMap | undefined;
  /** Given every inserted text. */
  readonly onInserted?: ((text: string) => void) | undefined;
}
