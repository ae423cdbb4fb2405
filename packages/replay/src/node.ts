export { runCommand } from "./cli/run-command.js";
export { replayFile } from "./replay-file.js";
