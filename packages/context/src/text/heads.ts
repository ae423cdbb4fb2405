import type { LedgerSettings } from "../options.js";
import { showPath } from "../windows/path-key.js";
import { shortHash } from "./sha256.js";

/** What the head of a step about a file says of it. */
interface HeadedFile {
  readonly path: string;
  /** `null` where the head has none: the file was deleted. */
  readonly sha: string | null;
}

/** The head of a step about a file; `lines` is what it says of the lines, if anything. Specification 2.3 and 2.22. */
export const fileHead = (
  { heads }: LedgerSettings,
  id: string,
  { path, sha }: HeadedFile,
  lines = "",
): string => {
  const words =
    heads === "short"
      ? [id, lines]
      : [id, showPath(path), lines, sha === null ? "" : `sha ${shortHash(sha)}`];
  return `[${words.filter((word) => word !== "").join(" ")}]`;
};
