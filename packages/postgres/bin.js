#!/usr/bin/env node
import { runCommandLine } from "./dist/node.js";

process.exitCode = await runCommandLine(process.argv.slice(2));
