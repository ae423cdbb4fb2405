import { lembas } from "@lembas/messages/langchain";
import { type CreateAgentParams, createAgent } from "langchain";

/** An agent whose model is sent composed results. Its state keeps the messages as they are. */
export const openAgent = ({ model, tools = [] }: Pick<CreateAgentParams, "model" | "tools">) =>
  createAgent({ model, tools, middleware: [lembas()] });
