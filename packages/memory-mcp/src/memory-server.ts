import { checkNames, checkObject, isJsonObject } from "@lembas/arguments";
import {
  createMemory,
  DEFAULT_TARGETS,
  type Memory,
  type MemoryPolicy,
  type MemoryStore,
  type MemoryTarget,
} from "@lembas/memory";
import {
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Transport,
} from "@modelcontextprotocol/server";
import manifest from "../package.json" with { type: "json" };
import { messageOf } from "./message-of.js";
import { Resources } from "./resources.js";
import { Subscriptions } from "./subscriptions.js";
import {
  changeTool,
  historyTool,
  type MemoryHistory,
  readTool,
  runTool,
  type ServerTool,
  undoTool,
} from "./tools.js";

/** What {@link createMemoryServer} is given. */
export interface MemoryServerOptions {
  /** Where the entries live. */
  readonly store: MemoryStore;
  /** The targets by name; `memory` and `user` where none are given. */
  readonly targets?: Readonly<Record<string, MemoryTarget>> | undefined;
  /** The host's say in what is remembered and shown. */
  readonly policies?: readonly MemoryPolicy[] | undefined;
  /** The most characters of each target's entries in a block. */
  readonly maxChars?: number | undefined;
  /** Whether the tools that change are left out; false unless given. */
  readonly readOnly?: boolean | undefined;
  /** With it there are the tools `memory_history` and `memory_undo`: a file store that keeps a history, say. */
  readonly history?: MemoryHistory | undefined;
}

const NAMES = [
  "store",
  "targets",
  "policies",
  "maxChars",
  "readOnly",
  "history",
] satisfies (keyof MemoryServerOptions)[];

/** A memory as an MCP server that is not connected yet. */
export interface MemoryServer {
  /** The SDK's server: `connect` it to a transport. */
  readonly server: Server;
  /** Tells the client of each resource that it subscribed to and whose entries are others than when it was last told. */
  announceChanges(): Promise<void>;
}

/** What a client may put into the model's context when it connects: the memory as it is then. */
const writeInstructions = async (
  memory: Memory,
  uris: readonly string[],
  readOnly: boolean,
): Promise<string> => {
  const blocks = await memory.prompt().catch((error) => `The memory cannot be read: ${messageOf(error)}`);
  const change = readOnly ? "" : `Change it with the tool ${memory.tool.name}; `;
  const now = `what it holds now is in the resources ${uris.join(", ")}, and the tool ${memory.readTool.name} reads it`;
  return [
    "What you remember from earlier conversations, as it was when this one began. " +
      `${change}${change === "" ? now.replace("what", "What") : now}.`,
    blocks,
  ].join("\n\n");
};

const parseObject = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
};

/**
 * The arguments of a tool call as the protocol wants them: an object. A text is parsed, what is neither is empty, so that
 * the tool answers with a sentence, where the SDK would with the list of what its schema found.
 */
const mendArguments = (message: JSONRPCMessage): void => {
  if (!("method" in message) || message.method !== "tools/call" || !isJsonObject(message.params)) return;
  const { arguments: given } = message.params;
  if (given === undefined || isJsonObject(given)) return;
  message.params["arguments"] = typeof given === "string" ? parseObject(given) : {};
};

class ToolServer extends Server {
  override connect(transport: Transport): Promise<void> {
    const given = transport.onmessage;
    // The SDK calls what is set here first, with the message that it then handles.
    transport.onmessage = (message, extra) => {
      mendArguments(message);
      given?.(message, extra);
    };
    return super.connect(transport);
  }
}

const toolsOf = (
  memory: Memory,
  { targets = DEFAULT_TARGETS, policies = [], readOnly = false, history }: MemoryServerOptions,
): ServerTool[] => {
  const names = Object.keys(targets);
  const ofHistory = history && { history, targets: names, policies };
  return [
    ...(readOnly ? [] : [changeTool(memory)]),
    readTool(memory),
    ...(ofHistory ? [historyTool(ofHistory)] : []),
    ...(ofHistory && !readOnly ? [undoTool(ofHistory)] : []),
  ];
};

/** What a server has that not every transport needs. */
interface ServerParts {
  /** Whether it gives the memory as instructions: a client asks for them once. */
  readonly hasInstructions: boolean;
  /** Whether resources can be subscribed to: where there is no session nobody could be told. */
  readonly hasSubscriptions: boolean;
}

/**
 * Builds the server of {@link createMemoryServer}, with the parts that are asked for.
 *
 * @throws {TypeError | RangeError} the options are not what `createMemory` takes, `readOnly` and `history` beside it
 */
export const buildServer = async (
  options: MemoryServerOptions,
  { hasInstructions, hasSubscriptions }: ServerParts,
): Promise<MemoryServer> => {
  checkObject(options, "options", "{ store: createInMemoryStore() }");
  checkNames(options, NAMES, "option");
  const { store, targets = DEFAULT_TARGETS, policies, maxChars, readOnly = false } = options;
  const memory = createMemory({ store, targets, policies, maxChars });
  const resources = new Resources(store, memory, targets);
  const tools = toolsOf(memory, options);
  const server = new ToolServer(
    { name: "lembas-memory", title: "Memory", version: manifest.version },
    {
      capabilities: { tools: {}, resources: hasSubscriptions ? { subscribe: true } : {} },
      ...(hasInstructions && { instructions: await writeInstructions(memory, resources.uris, readOnly) }),
    },
  );
  const subscriptions = new Subscriptions(
    (uri) => resources.revision(uri),
    (uri) => server.sendResourceUpdated({ uri }),
  );

  server.setRequestHandler("tools/list", () => ({ tools: tools.map(({ tool }) => tool) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const called = tools.find(({ tool }) => tool.name === params.name);
    if (called === undefined) {
      const names = tools.map(({ tool }) => tool.name).join(", ");
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `there is no tool ${params.name}; there are ${names}`,
      );
    }
    const result = await runTool(called, params.arguments);
    await subscriptions.announceChanges();
    return result;
  });
  server.setRequestHandler("resources/list", () => ({ resources: resources.list() }));
  server.setRequestHandler("resources/read", ({ params }) => resources.read(params.uri));
  if (hasSubscriptions) {
    server.setRequestHandler("resources/subscribe", async ({ params }) => {
      await subscriptions.add(params.uri);
      return {};
    });
    server.setRequestHandler("resources/unsubscribe", ({ params }) => {
      subscriptions.delete(params.uri);
      return {};
    });
  }
  return { server, announceChanges: () => subscriptions.announceChanges() };
};

/**
 * A memory as an MCP server: tools to change and to read it, its blocks as resources that can be subscribed to, and its
 * blocks as they are now in the server's instructions. A call that is refused, or that the store fails, is a result with
 * `isError` whose text says why.
 *
 * @throws {TypeError | RangeError} the options are not what `createMemory` takes, `readOnly` and `history` beside it
 * @example
 * const { server } = await createMemoryServer({ store: createInMemoryStore() });
 * await server.connect(new StdioServerTransport());
 */
export const createMemoryServer = (options: MemoryServerOptions): Promise<MemoryServer> =>
  buildServer(options, { hasInstructions: true, hasSubscriptions: true });
