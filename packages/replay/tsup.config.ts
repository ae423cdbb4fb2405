import { bundle } from "@lembas/build/tsup";

/** It is run more than it is read, by many who only try it: what a download does not need is left out. */
export default bundle(
  { index: "src/index.ts", node: "src/node.ts" },
  {
    esbuildOptions: (options) => {
      options.minify = true;
    },
  },
);
