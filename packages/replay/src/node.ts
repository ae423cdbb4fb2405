export { replayFile } from "./replay-file.js";
export { runCommand } from "./run-command.js";
