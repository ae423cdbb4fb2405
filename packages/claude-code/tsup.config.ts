import { bundle } from "@lembas/build/tsup";

/** The hook is one file, with all that it needs: it is copied, and runs at every call of a tool. */
const hook = bundle(
  { hook: "src/hook.ts" },
  {
    format: ["cjs"],
    platform: "node",
    noExternal: [/^(?!node:)/],
    splitting: false,
    clean: false,
    minify: true,
    onSuccess: async () => {},
  },
);

export default [bundle({ index: "src/index.ts" }, { shims: true }), hook];
