#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { runCommand } from "./dist/node.js";

const sample = fileURLToPath(new URL("./samples/working-session.jsonl", import.meta.url));
process.stdout.on("error", (error) => {
  // Who reads only the first lines, as `head` does, closes the pipe.
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`Standard output could not be written: ${error.message}\n`);
  process.exit(2);
});
// What cannot be said is in the exit code all the same.
process.stderr.on("error", () => {});
process.exitCode = await runCommand(process.argv.slice(2), { sample });
