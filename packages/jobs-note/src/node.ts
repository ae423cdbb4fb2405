export { type WatchedCommand, type WatchOptions, watchCommand } from "./watch-command.js";
