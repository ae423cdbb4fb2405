import { lembas } from "@lembas/messages/openai-agents";
import { type Agent, Runner, type Session } from "@openai/agents";

const runner = new Runner({ callModelInputFilter: lembas() });

/** Runs an agent whose model is sent composed results. What its tools give is kept in the session as it is. */
export const ask = async (agent: Agent, prompt: string, session: Session): Promise<string> => {
  const { finalOutput } = await runner.run(agent, prompt, { session });
  return finalOutput ?? "";
};
