import {
  createMemory,
  DEFAULT_TARGETS,
  type Memory,
  type MemoryStore,
  type MemoryTarget,
} from "@lembas/memory";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import manifest from "../package.json" with { type: "json" };
import { messageOf } from "./message-of.js";
import { Resources } from "./resources.js";
import { Subscriptions } from "./subscriptions.js";

/** What {@link createMemoryServer} is given. */
export interface MemoryServerOptions {
  /** Where the entries live. */
  readonly store: MemoryStore;
  /** The targets by name; `memory` and `user` where none are given. */
  readonly targets?: Readonly<Record<string, MemoryTarget>> | undefined;
}

/** A memory as an MCP server that is not connected yet. */
export interface MemoryServer {
  /** The SDK's server: `connect` it to a transport. */
  readonly server: Server;
  /** Tells the client of each resource that it subscribed to and whose entries are others than when it was last told. */
  announceChanges(): Promise<void>;
}

const callTool = async (memory: Memory, toolArguments: unknown): Promise<CallToolResult> => {
  try {
    const { ok, text } = await memory.call(toolArguments);
    return { content: [{ type: "text", text }], isError: !ok };
  } catch (error) {
    return { content: [{ type: "text", text: `The memory failed: ${messageOf(error)}` }], isError: true };
  }
};

/** What a client may put into the model's context when it connects: the memory as it is then. */
const writeInstructions = async (memory: Memory, uris: readonly string[]): Promise<string> => {
  const blocks = await memory.prompt().catch((error) => `The memory cannot be read: ${messageOf(error)}`);
  return [
    "What you remember from earlier conversations, as it was when this one began. " +
      `Change it with the tool ${memory.tool.name}; what it holds now is in the resources ${uris.join(", ")}.`,
    blocks,
  ].join("\n\n");
};

/**
 * A memory as an MCP server: its tool, its blocks as resources that can be subscribed to, and its blocks as they
 * are now in the server's instructions. A call that is refused, or that the store fails, is a result with
 * `isError` whose text says why.
 *
 * @throws {TypeError | RangeError} the store or the targets are not what `createMemory` takes
 * @example
 * const { server } = await createMemoryServer({ store: createInMemoryStore() });
 * await server.connect(new StdioServerTransport());
 */
export const createMemoryServer = async (options: MemoryServerOptions): Promise<MemoryServer> => {
  const memory = createMemory(options);
  const { store, targets = DEFAULT_TARGETS } = options;
  const resources = new Resources(store, targets);
  const { name, description, schema } = memory.tool;
  const server = new Server(
    { name: "lembas-memory", title: "Memory", version: manifest.version },
    {
      capabilities: { tools: {}, resources: { subscribe: true } },
      instructions: await writeInstructions(memory, resources.uris),
    },
  );
  const subscriptions = new Subscriptions(
    (uri) => resources.revision(uri),
    (uri) => server.sendResourceUpdated({ uri }),
  );

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      { name, description, inputSchema: schema, annotations: { title: "Memory", openWorldHint: false } },
    ],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (params.name !== name) {
      throw new McpError(ErrorCode.InvalidParams, `there is no tool ${params.name}; the tool is ${name}`);
    }
    const result = await callTool(memory, params.arguments);
    await subscriptions.announceChanges();
    return result;
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: resources.list() }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => resources.read(params.uri));
  server.setRequestHandler(SubscribeRequestSchema, async ({ params }) => {
    await subscriptions.add(params.uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscriptions.delete(params.uri);
    return {};
  });
  return { server, announceChanges: () => subscriptions.announceChanges() };
};
