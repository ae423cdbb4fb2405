#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { runCommand } from "./dist/node.js";

const sample = fileURLToPath(new URL("./samples/working-session.jsonl", import.meta.url));
process.exitCode = await runCommand(process.argv.slice(2), { sample });
