export { lembas, lembas as default } from "./extension.js";
export type { PiApi, PiMessage } from "./pi.js";
