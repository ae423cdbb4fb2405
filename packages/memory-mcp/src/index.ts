export { runCommandLine } from "./command-line.js";
export { createMemoryServer, type MemoryServer, type MemoryServerOptions } from "./memory-server.js";
export type { MemoryHistory } from "./tools.js";
