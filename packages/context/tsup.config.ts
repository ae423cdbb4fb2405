import { bundle } from "@lembas/build/tsup";

export default bundle({
  index: "src/index.ts",
  node: "src/node.ts",
  "known-lines": "src/known-lines.ts",
  store: "src/store.ts",
});
