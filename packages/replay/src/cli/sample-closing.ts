/** What stands below the report of the sample: how to replay sessions of one's own. */
export const sampleClosing = (): string =>
  [
    "On your own sessions (some save more, some cost more), the newest on this machine, or files and folders:",
    "  pnpm replay [FILE_OR_FOLDER…]      (in this repository)",
    "  npx @lembas/replay [FILE_OR_FOLDER…]",
  ].join("\n");
