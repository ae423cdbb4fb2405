/** What a command printed; with the exit code behind it, where that is not 0. */
export interface CommandOutput {
  readonly printed: string;
  readonly failed: boolean;
}

/** What a command printed, and how it ended. */
export const commandOutput = (output: string, exit: number): CommandOutput => {
  if (exit === 0) return { printed: output, failed: false };
  const gap = output === "" || output.endsWith("\n") ? "" : "\n";
  return { printed: `${output}${gap}exit code ${exit}`, failed: true };
};
