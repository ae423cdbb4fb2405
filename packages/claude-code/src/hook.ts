import { readFileSync } from "node:fs";
import { runHook } from "./run-hook.js";

// Whatever goes wrong, the tool's own answer stands: nothing is printed, and the exit code is 0.
process.stdout.on("error", () => {});
try {
  const answer = runHook(readFileSync(0, "utf8"), process.env, process.argv.slice(2));
  if (answer !== undefined) process.stdout.write(answer);
} catch {
  // As above.
}
