export type { OpencodeHooks, OpencodeMessage, OpencodePlugin } from "./opencode.js";
export { lembas, lembas as default } from "./plugin.js";
