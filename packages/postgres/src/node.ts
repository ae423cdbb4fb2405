export { runCommandLine } from "./command/command-line.js";
