import { createInMemoryStore, type MemoryStore, noHiddenCharacters } from "@lembas/memory";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { createMemoryServer, type MemoryServerOptions } from "./memory-server.js";

const connect = async (options: MemoryServerOptions) => {
  const { server, announceChanges } = await createMemoryServer(options);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = new Client({ name: "test", version: "1.0.0" });
  const updated: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    updated.push(params.uri);
  });
  await client.connect(near);
  const call = async (toolArguments?: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name: "memory", arguments: toolArguments });
    return { text: JSON.stringify(content), isError };
  };
  const read = async (uri: string) => (await client.readResource({ uri })).contents;
  return { client, call, read, updated, announceChanges };
};

const result = (text: string, isError: boolean) => ({
  text: JSON.stringify([{ type: "text", text }]),
  isError,
});

/** A store that fails as a disk does. */
const brokenStore: MemoryStore = {
  read: () => Promise.reject(new Error("user: no permission to read")),
  update: () => Promise.reject(new Error("user: no permission to write")),
};

describe("the server", () => {
  it("says who it is, and gives the memory as instructions", async () => {
    const { client } = await connect({ store: createInMemoryStore({ user: ["Prefers tea."] }) });
    expect(client.getServerVersion()).toMatchObject({ name: "lembas-memory", title: "Memory" });
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: { subscribe: true } });
    expect(client.getInstructions()).toBe(
      "What you remember from earlier conversations, as it was when this one began. Change it with the tool memory; " +
        "what it holds now is in the resources memory://memory, memory://user, and the tool memory_read reads it.\n\n" +
        "[Memory · 0% — 0/2,200 chars]\n(empty)\n\n" +
        "[The user profile · 0% — 12/1,375 chars]\n~~~\nPrefers tea.\n~~~",
    );
  });

  it("C16: takes no option of another name", async () => {
    const options: MemoryServerOptions = { store: createInMemoryStore(), ...{ readonly: true } };
    await expect(createMemoryServer(options)).rejects.toThrow(
      new TypeError(
        'unknown option "readonly"; there are store, targets, policies, maxChars, readOnly, history',
      ),
    );
  });

  it("starts on a store that cannot be read, and says so", async () => {
    const { client } = await connect({ store: brokenStore });
    expect(client.getInstructions()).toContain("\n\nThe memory cannot be read: user: no permission to read");
  });

  it("has targets of the host", async () => {
    const project = Object.create({ label: "This project", limit: 20 });
    const { client, call, read } = await connect({ store: createInMemoryStore(), targets: { project } });
    const [tool] = (await client.listTools()).tools;
    expect(tool?.inputSchema.properties?.["target"]).toMatchObject({ enum: ["project"] });
    expect(await call({ target: "project", action: "add", content: "Uses pnpm." })).toEqual(
      result("Entry added. (50% — 10/20 chars)", false),
    );
    expect(await read("memory://project")).toMatchObject([
      { text: "[This project · 50% — 10/20 chars]\n~~~\nUses pnpm.\n~~~" },
    ]);
  });

  it.each([
    [null, "options must be an object like { store: createInMemoryStore() }; got null"],
    [{ store: 5 }, "store must be a memory store, like createInMemoryStore(); got 5"],
    [{ targets: {} }, "targets must be at least one target; got none"],
    [{ targets: null }, "targets must be an object like"],
    [{ targets: { user: { label: "User", limit: 0 } } }, "targets.user.limit must be a whole number"],
  ])("throws for %j", async (options, message) => {
    const given = options && { store: createInMemoryStore(), ...options };
    await expect(createMemoryServer(given as never)).rejects.toThrow(message);
  });
});

describe("the tool", () => {
  it("is the memory tool in its plain form", async () => {
    const { client } = await connect({ store: createInMemoryStore() });
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: "memory",
        inputSchema: { type: "object" },
        annotations: { title: "Memory", openWorldHint: false },
      },
      { name: "memory_read", annotations: { readOnlyHint: true } },
    ]);
    expect(tools[0]?.description).toContain("remember");
  });

  it("answers a call, in the words of other tools too", async () => {
    const { call } = await connect({ store: createInMemoryStore() });
    expect(await call({ target: "user", action: "add", content: "Prefers tea." })).toEqual(
      result("Entry added. (0% — 12/1,375 chars)", false),
    );
    const operations = JSON.stringify([
      { action: "replace", old_string: "tea", new_string: "Prefers coffee." },
    ]);
    expect(await call({ target: "USER", operations })).toEqual(
      result("Entry replaced. (1% — 15/1,375 chars)", false),
    );
  });

  const few = "0% — 11/1,375 chars\nEntries now:\n~~~\nab\n§\nac\n§\nd\n~~~";
  it.each([
    [
      undefined,
      "Nothing to do: give action (with content and/or old_text), or operations.\n0% — 0/2,200 chars",
    ],
    [{ target: "notes" }, 'unknown target "notes" — use memory or user.'],
    [{ operations: "add tea" }, "operations is not a list — send a JSON array of operations."],
    [
      { target: "user", action: "merge" },
      'unknown action "merge" — use add, replace or remove.\n0% — 11/1,375 chars',
    ],
    [{ target: "user", action: "add" }, "add needs content.\n0% — 11/1,375 chars"],
    [
      { target: "user", action: "replace", content: "x" },
      `replace needs old_text: a short unique part of the entry to replace.\n${few}`,
    ],
    [
      { target: "user", action: "remove" },
      `remove needs old_text: a short unique part of the entry to remove.\n${few}`,
    ],
    [
      { target: "user", action: "replace", old_text: "d" },
      "replace needs content — the complete new entry.\n0% — 11/1,375 chars",
    ],
    [
      { target: "user", action: "add", content: "x".repeat(401) },
      "an entry is one fact, under 400 characters; this one is 401. Split it into facts, or keep only what will still matter.\n0% — 11/1,375 chars",
    ],
    [
      { target: "user", action: "add", content: "a\n§\nb" },
      'a line holding only "§" separates entries; it cannot be inside one.\n0% — 11/1,375 chars',
    ],
    [{ target: "user", action: "remove", old_text: "z" }, `no entry contains "z".\n${few}`],
    [
      { target: "user", action: "remove", old_text: "a" },
      `"a" matches more than one entry — use a longer, unique part.\n${few}`,
    ],
    [
      { target: "user", operations: [{ action: "remove", old_text: "d" }, {}] },
      "operation 2: no action — use add, replace or remove. Nothing was changed (the operations go together or not at all).\n0% — 11/1,375 chars",
    ],
  ])("refuses %j", async (toolArguments, message) => {
    const store = createInMemoryStore({ user: ["ab", "ac", "d"] });
    const { call } = await connect({ store });
    expect(await call(toolArguments)).toEqual(result(`Refused: ${message}`, true));
    expect((await store.read("user")).entries).toEqual(["ab", "ac", "d"]);
  });

  it("refuses what is too large", async () => {
    const targets = { user: { label: "The user profile", limit: 5 } };
    const { call } = await connect({ store: createInMemoryStore({ user: ["ab"] }), targets });
    const { text, isError } = await call({ target: "user", action: "add", content: "cd" });
    expect(text).toContain("Refused: The user profile would be 7/5 chars. Consolidate in the same call");
    expect(isError).toBe(true);
  });

  it("says what the store could not do", async () => {
    const { call } = await connect({ store: brokenStore });
    expect(await call({ target: "user", action: "add", content: "x" })).toEqual(
      result("The memory failed: user: no permission to write", true),
    );
  });

  it("S6: has another beside it that reads, for clients that show neither instructions nor resources", async () => {
    const { client } = await connect({ store: createInMemoryStore({ user: ["Prefers tea."] }), maxChars: 5 });
    const read = async (toolArguments: Record<string, unknown>) =>
      client.callTool({ name: "memory_read", arguments: toolArguments });
    expect(await read({ target: "user" })).toEqual({
      content: [{ type: "text", text: "[The user profile · 0% — 12/1,375 chars]\n(1 more entry)" }],
      isError: false,
    });
    expect(await read({})).toMatchObject({
      content: [{ text: expect.stringMatching(/^\[Memory · .*\n\(empty\)\n\n\[The user profile/) }],
    });
    expect(await read({ target: "notes" })).toMatchObject({
      content: [{ text: 'Refused: unknown target "notes" — use memory or user.' }],
      isError: true,
    });
  });

  it("withholds what a policy does, in the tool, the resources and the instructions", async () => {
    const store = createInMemoryStore({ user: ["No\u200bte."] });
    const { client, read } = await connect({ store, policies: [noHiddenCharacters()] });
    const withheld = "[withheld: it has hidden characters (U+200B)]";
    expect(client.getInstructions()).toContain(withheld);
    expect(await read("memory://user")).toMatchObject([{ text: expect.stringContaining(withheld) }]);
  });

  it("refuses a tool that is not there", async () => {
    const { client } = await connect({ store: createInMemoryStore() });
    await expect(client.callTool({ name: "notes" })).rejects.toThrow(
      "there is no tool notes; there are memory, memory_read",
    );
  });
});

describe("the resources", () => {
  it("are the targets, each its block as it is now", async () => {
    const { client, call, read } = await connect({ store: createInMemoryStore() });
    expect((await client.listResources()).resources).toEqual([
      {
        uri: "memory://memory",
        name: "memory",
        title: "Memory",
        description: "What the agent remembers in memory: at most 2200 characters.",
        mimeType: "text/plain",
      },
      {
        uri: "memory://user",
        name: "user",
        title: "The user profile",
        description: "What the agent remembers in user: at most 1375 characters.",
        mimeType: "text/plain",
      },
    ]);
    const block = (text: string) => [{ uri: "memory://user", mimeType: "text/plain", text }];
    expect(await read("memory://user")).toEqual(block("[The user profile · 0% — 0/1,375 chars]\n(empty)"));
    await call({ target: "user", action: "add", content: "Prefers tea." });
    expect(await read("memory://user")).toEqual(
      block("[The user profile · 0% — 12/1,375 chars]\n~~~\nPrefers tea.\n~~~"),
    );
  });

  it.each(["memory://notes", "memory://", "file:///etc/passwd", "user", "memory://USER"])(
    "there is no %s",
    async (uri) => {
      const { client } = await connect({ store: createInMemoryStore() });
      const error = {
        code: -32602,
        data: { uri },
        message: expect.stringContaining(`there is no resource ${uri}`),
      };
      await expect(client.readResource({ uri })).rejects.toMatchObject(error);
      await expect(client.subscribeResource({ uri })).rejects.toMatchObject(error);
    },
  );

  it("that cannot be read are an error with the reason", async () => {
    const { client } = await connect({ store: brokenStore });
    await expect(client.readResource({ uri: "memory://user" })).rejects.toThrow(
      "user: no permission to read",
    );
  });
});

describe("a subscription", () => {
  const add = (content: string, target = "user") => ({ target, action: "add", content });

  it("tells of each change of its resource, and of no other", async () => {
    const { client, call, updated } = await connect({ store: createInMemoryStore() });
    await call(add("before"));
    await client.subscribeResource({ uri: "memory://user" });
    await call(add("one"));
    await call(add("one"));
    await call(add("elsewhere", "memory"));
    await call({ target: "user", action: "remove", old_text: "nothing" });
    expect(updated).toEqual(["memory://user"]);
    await call(add("two"));
    expect(updated).toEqual(["memory://user", "memory://user"]);
    await client.unsubscribeResource({ uri: "memory://user" });
    await call(add("three"));
    expect(updated).toHaveLength(2);
  });

  it("tells of changes by others, once each", async () => {
    const store = createInMemoryStore();
    const { client, updated, announceChanges } = await connect({ store });
    await client.subscribeResource({ uri: "memory://user" });
    await store.update("user", () => ({ entries: ["theirs"], ops: [], value: null }));
    await Promise.all([announceChanges(), announceChanges()]);
    expect(updated).toEqual(["memory://user"]);
  });

  it("survives a store that fails, and a client that has gone", async () => {
    let fails = false;
    const inner = createInMemoryStore();
    const store: MemoryStore = {
      read: (target) => (fails ? Promise.reject(new Error("gone")) : inner.read(target)),
      update: (target, change, options) => inner.update(target, change, options),
    };
    const { client, updated, announceChanges } = await connect({ store });
    await client.subscribeResource({ uri: "memory://user" });
    fails = true;
    await announceChanges();
    expect(updated).toEqual(["memory://user"]);
    await client.close();
    fails = false;
    await announceChanges();
    expect(updated).toHaveLength(1);
  });
});
