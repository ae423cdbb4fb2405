import { lembas } from "@lembas/messages/ai-sdk";
import { ToolLoopAgent, type ToolSet, wrapLanguageModel } from "ai";

type Model = Parameters<typeof wrapLanguageModel>[0]["model"];

/** An agent whose model is sent composed results. The messages that it gives back hold them as the tools gave them. */
export const openAgent = (model: Model, tools: ToolSet) =>
  new ToolLoopAgent({ model: wrapLanguageModel({ model, middleware: lembas() }), tools });
