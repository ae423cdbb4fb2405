export { default } from "@lembas/build/vitest";
