import { vi } from "vitest";

/** What a command printed and said, and its exit code. */
export interface Ran {
  readonly code: number;
  /** What went to the standard output. */
  readonly printed: string;
  /** What went to the standard error output. */
  readonly said: string;
}

/** Runs a package's command in this process, with variables of the environment. */
export const runHere = async (
  command: (args: readonly string[]) => Promise<number>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> => {
  const outputs = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockReturnValue(true),
  );
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    const code = await command(args);
    const [printed = "", said = ""] = outputs.map(({ mock }) => mock.calls.map(([text]) => text).join(""));
    return { code, printed, said };
  } finally {
    for (const output of outputs) output.mockRestore();
    vi.unstubAllEnvs();
  }
};
