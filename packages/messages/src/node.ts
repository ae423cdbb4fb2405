export { runCommandLine } from "./serve/command-line.js";
export {
  type PassedOnReason,
  type ServeCounts,
  type Served,
  type ServeOptions,
  serve,
} from "./serve/serve.js";
