#!/usr/bin/env node
import { runCommandLine } from "./dist/node.js";

// Who reads only the first lines, as `head` does, closes the pipe.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
process.exitCode = await runCommandLine(process.argv.slice(2));
