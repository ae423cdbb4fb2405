import { vi } from "vitest";
import { runCommandLine } from "../command-line.js";

/** Runs the command in this process: where it ends before it serves. */
export const runHere = async (args: readonly string[], LEMBAS_POSTGRES_URL = "") => {
  const outputs = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockReturnValue(true),
  );
  vi.stubEnv("LEMBAS_POSTGRES_URL", LEMBAS_POSTGRES_URL);
  try {
    const code = await runCommandLine(args);
    const [printed = "", said = ""] = outputs.map(({ mock }) => mock.calls.map(([text]) => text).join(""));
    return { code, printed, said };
  } finally {
    for (const output of outputs) output.mockRestore();
    vi.unstubAllEnvs();
  }
};
