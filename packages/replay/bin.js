#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { runCommand } from "./dist/node.js";

const sample = fileURLToPath(new URL("./samples/working-session.jsonl", import.meta.url));
// Who reads only the first lines, as `head` does, closes the pipe.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
process.exitCode = await runCommand(process.argv.slice(2), { sample });
