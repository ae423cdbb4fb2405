/**
 * The program compacts a conversation whose tokens come within 33,000 of its window, and then keeps the last results
 * alone, whole: what one of those names would be gone. So nothing is named where that may come next.
 */
const RESERVED = 33_000;
/** How far below that the results of calls made side by side, and what else comes with them, may take it. */
const MARGIN = 20_000;
/** How far above a window a conversation has to be to show that it is not the window. */
const BEYOND = 10_000;
/** The windows of the models that there are. */
const WINDOWS = [200_000, 1_000_000];
/** Few texts have more tokens than a half of their characters. */
const CHARACTERS_PER_TOKEN = 2;

/** What sets the window beside the model: variables of the environment, and the texts of settings files. */
export interface WindowSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: readonly string[];
}

const readWindows = ({ env, settings }: WindowSettings): readonly number[] => [
  ...WINDOWS,
  ...[env["CLAUDE_CODE_AUTO_COMPACT_WINDOW"] ?? "", env["CLAUDE_CODE_MAX_CONTEXT_TOKENS"] ?? ""]
    .map(Number)
    .filter((window) => window > 0),
  ...settings.flatMap((text) =>
    [...text.matchAll(/"autoCompactWindow"\s*:\s*([0-9]{1,9})\b/g)].map(([, digits]) => Number(digits)),
  ),
];

/**
 * Whether the conversation may be compacted before the next request.
 *
 * @param tokens those of the last request and its reply
 * @param characters those of the result that comes
 */
export const mayCompact = (tokens: number, characters: number, settings: WindowSettings): boolean => {
  if (settings.env["CLAUDE_AUTOCOMPACT_PCT_OVERRIDE"] !== undefined) return true;
  const most = tokens + Math.ceil(characters / CHARACTERS_PER_TOKEN);
  return readWindows(settings).some(
    (window) => most >= window - RESERVED - MARGIN && tokens <= window + BEYOND,
  );
};
