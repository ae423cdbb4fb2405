/** The operating system's code of an error, such as `ENOENT`; `""` where it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** What an action gives; undefined where it fails with one of these codes. */
export const unless = <Value>(codes: readonly string[], action: () => Value): Value | undefined => {
  try {
    return action();
  } catch (error) {
    if (codes.includes(errorCode(error))) return undefined;
    throw error;
  }
};

/**
 * Whether an error may be gone a moment later: on Windows a file that a scanner or a reader has open can be neither
 * moved nor removed.
 */
export const isPassing = (error: unknown): boolean =>
  process.platform === "win32" && ["EPERM", "EACCES", "EBUSY"].includes(errorCode(error));
