import { createSdkMcpServer, type HookCallback, type Options } from "@anthropic-ai/claude-agent-sdk";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Host } from "./host.js";

/** The options of `query` for a conversation in the Claude Agent SDK; with `resume` beside them it goes on. */
export const chatOptions = (host: Host): Options => {
  const config = createSdkMcpServer({ name: "host" });
  const { server } = config.instance;
  let arriving: string[] = [];
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: host.tools.map(({ name, description, schema }) => ({ name, description, inputSchema: schema })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const callId = String(params._meta?.["claudecode/toolUseId"]);
    const { id, text, blocks } = host.insert(await host.run(params.name, params.arguments, callId, signal));
    arriving.push(id);
    return { content: blocks ?? [{ type: "text", text }] };
  });
  const onEvent: HookCallback = async ({ hook_event_name: hookEventName }) => {
    // Results that an interrupt took with it never arrive.
    if (hookEventName === "UserPromptSubmit") host.ledger.forget(arriving);
    arriving = [];
    await host.flush();
    if (hookEventName !== "UserPromptSubmit" && hookEventName !== "PostToolBatch") return {};
    return { hookSpecificOutput: { hookEventName, additionalContext: host.notes.splice(0).join("\n\n") } };
  };
  const onCompact: HookCallback = async () => ({
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: host.ledger.compact() },
  });
  const always = [{ hooks: [onEvent] }];
  const SessionStart = [{ matcher: "compact", hooks: [onCompact] }];
  const hooks = { SessionStart, UserPromptSubmit: always, PostToolBatch: always, Stop: always };
  // The program would else go on with the prompt, and the memory, that the session began with.
  const systemPrompt = { type: "custom" as const, prompt: host.instructions, snapshot: false };
  return { systemPrompt, tools: [], mcpServers: { host: config }, allowedTools: ["mcp__host__*"], hooks };
};
