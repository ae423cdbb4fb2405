// Installs the hook, and is killed right before a call of the file system: node killed-install.js CALL
import { killAt } from "@lembas/build/fault-fs";
import { runCommandLine } from "../../dist/index.js";

killAt(Number(process.argv[2]));
process.exitCode = await runCommandLine(["install"]);
