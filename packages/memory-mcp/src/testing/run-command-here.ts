import { runHere } from "@lembas/build/run-here";
import { runCommandLine } from "../command-line.js";

/** Runs the command in this process, where it ends before it serves; its store is in files unless an address is given. */
export const runCommandHere = (args: readonly string[], LEMBAS_POSTGRES_URL = "") =>
  runHere(runCommandLine, args, { LEMBAS_POSTGRES_URL });
