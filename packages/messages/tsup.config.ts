import { bundle } from "@lembas/build/tsup";

export default bundle({
  index: "src/index.ts",
  fetch: "src/fetch.ts",
  "ai-sdk": "src/ai-sdk.ts",
  langchain: "src/langchain.ts",
  "openai-agents": "src/openai-agents.ts",
  node: "src/node.ts",
});
