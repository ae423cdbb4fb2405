import { once } from "node:events";
import { type IncomingMessage, type RequestOptions, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createInMemoryStore, type MemoryStore } from "@lembas/memory";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import type { MemoryServerOptions } from "../memory-server.js";
import { type HttpOptions, serveHttp } from "./serve-http.js";
import { Tokens } from "./token-file.js";

const TOKEN = "a".repeat(32);
const OTHER = "b".repeat(32);

/** A server on a memory, or on one for each scope. */
const start = async (
  options: Partial<HttpOptions> = {},
  memory: MemoryServerOptions = { store: createInMemoryStore() },
) => {
  const errors: string[] = [];
  const served = await serveHttp({
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
    tokens: new Tokens(TOKEN),
    memoryOf: () => memory,
    onError: (message) => errors.push(message),
    ...options,
  });
  onTestFinished(() => served.close());
  return { ...served, errors };
};

/** The official client, at what a token opens. */
const open = async (url: string, token = TOKEN, mode?: "auto" | "legacy") => {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    mode === undefined ? {} : { versionNegotiation: { mode } },
  );
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  const use = async (name: string, toolArguments: Record<string, unknown> = {}) => {
    const { content } = await client.callTool({ name, arguments: toolArguments });
    const [first] = content;
    return first?.type === "text" ? first.text : "";
  };
  const add = (content: string) => use("memory", { target: "user", action: "add", content });
  const block = async () => {
    const [content] = (await client.readResource({ uri: "memory://user" })).contents;
    return content && "text" in content ? content.text : "";
  };
  return { client, use, add, block };
};

/** A request as it is. */
const ask = async (url: string, options: RequestOptions = {}, body: string | Buffer = "") => {
  const asked = request(url, {
    method: "POST",
    ...options,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${TOKEN}`,
      ...options.headers,
    } as Record<string, string>,
  });
  asked.end(body);
  const answered: IncomingMessage = (await once(asked, "response"))[0];
  return { status: answered.statusCode, headers: answered.headers, body: await text(answered) };
};

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

it.each([
  ["legacy", "2025-11-25"],
  ["auto", "2026-07-28"],
] as const)("the official client lists, calls and reads: %s", async (mode, version) => {
  const { url, errors } = await start();
  const { client, use, add, block } = await open(url, TOKEN, mode);
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  expect(client.getInstructions()).toContain("[The user profile · 0% — 0/1,375 chars]");
  expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {} });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["memory", "memory_read"]);
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
    "memory://memory",
    "memory://user",
  ]);
  expect(await add("Prefers tea.")).toBe("Entry added. (0% — 12/1,375 chars)");
  expect(await block()).toBe("[The user profile · 0% — 12/1,375 chars]\n~~~\nPrefers tea.\n~~~");
  expect(await use("memory_read", { target: "user" })).toContain("Prefers tea.");
  expect(await use("memory", { target: "user", action: "remove", old_text: "coffee" })).toMatch(/^Refused: /);
  await expect(client.readResource({ uri: "memory://notes" })).rejects.toMatchObject({
    code: -32602,
    data: { uri: "memory://notes" },
  });
  await expect(client.callTool({ name: "notes" })).rejects.toThrow("there is no tool notes");
  const later = await open(url, TOKEN, mode);
  expect(later.client.getInstructions()).toContain("~~~\nPrefers tea.\n~~~");
  expect(errors).toEqual([]);
});

it("there are no subscriptions", async () => {
  const { url } = await start();
  const { client } = await open(url);
  await expect(client.subscribeResource({ uri: "memory://user" })).rejects.toThrow();
});

it("requests at once each have their own answer, and no change is lost", async () => {
  const store = createInMemoryStore();
  const memory = { store, targets: { user: { label: "User", limit: 100_000 } } };
  const { url, errors } = await start({}, memory);
  const clients = await Promise.all([1, 2, 3, 4].map(() => open(url)));
  const facts = Array.from({ length: 100 }, (_, index) => `fact ${index}`);
  const answers = await Promise.all(facts.map((fact, index) => clients[index % 4]?.add(fact)));
  for (const answer of answers) expect(answer).toMatch(/^Entry added\./);
  expect([...(await store.read("user")).entries].sort()).toEqual([...facts].sort());
  const ids = facts.map((_, id) => ({ jsonrpc: "2.0", id, method: "tools/list" }));
  const raw = await Promise.all(ids.map((message) => ask(url, {}, JSON.stringify(message))));
  expect(raw.map(({ body }) => Number(/"id":(\d+)/.exec(body)?.[1]))).toEqual(ids.map(({ id }) => id));
  expect(errors).toEqual([]);
});

it("a token opens the memory of its scope, and no other", async () => {
  const stores: Record<string, MemoryStore> = { one: createInMemoryStore(), two: createInMemoryStore() };
  const { url } = await start({
    tokens: new Tokens(`${TOKEN} one\n${OTHER} two`),
    memoryOf: (scope = "") => ({ store: stores[scope] ?? createInMemoryStore() }),
  });
  const [one, two] = await Promise.all([open(url, TOKEN), open(url, OTHER)]);
  await Promise.all([one.add("Of one."), two.add("Of two.")]);
  expect((await stores["one"]?.read("user"))?.entries).toEqual(["Of one."]);
  expect((await stores["two"]?.read("user"))?.entries).toEqual(["Of two."]);
  expect(await one.block()).not.toContain("Of two.");
});

it.each<[string, Record<string, string>, number, string]>([
  ["no token", { authorization: "" }, 401, "a bearer token is needed"],
  ["another token", { authorization: `Bearer ${OTHER}` }, 401, "the token is not known"],
  ["a longer one", { authorization: `Bearer ${TOKEN}a` }, 401, "the token is not known"],
  ["a shorter one", { authorization: `Bearer ${TOKEN.slice(1)}` }, 401, "the token is not known"],
  ["another scheme", { authorization: `Basic ${TOKEN}` }, 401, "a bearer token is needed"],
  ["the Host of a rebound name", { host: "rebound.example" }, 403, "Invalid Host: rebound.example"],
  ["a Host that is none", { host: "[" }, 403, "Invalid Host header: ["],
  ["the Origin of a web page", { origin: "https://page.example" }, 403, "Invalid Origin: page.example"],
  ["an opaque Origin", { origin: "null" }, 403, "Invalid Origin header: null"],
])("refuses %s", async (_, headers, status, message) => {
  const { url } = await start();
  const answered = await ask(url, { headers }, LIST);
  expect(answered.status).toBe(status);
  expect(JSON.parse(answered.body)).toEqual({ jsonrpc: "2.0", id: null, error: { code: -32600, message } });
  if (status === 401) expect(answered.headers["www-authenticate"]).toBe("Bearer");
});

it.each<[string, Record<string, string>]>([
  ["without an Origin", {}],
  ["with one of this machine", { origin: "http://localhost:3000" }],
  ["with a Host of this machine", { host: "localhost" }],
  ["with a Host that is allowed", { host: "memory.example:443" }],
  ["with an Origin that is allowed", { origin: "https://memory.example" }],
  ["with the scheme in small letters", { authorization: `bearer ${TOKEN}` }],
])("answers %s", async (_, headers) => {
  const { url } = await start({ allowedHosts: ["memory.example"] });
  const { status, body } = await ask(url, { headers }, LIST);
  expect(status).toBe(200);
  expect(body).toContain('"memory_read"');
});

it("the client is told that a token is wrong", async () => {
  const { url } = await start();
  await expect(open(url, OTHER)).rejects.toThrow("the token is not known");
});

it.each<[string, RequestOptions, string | Buffer, number]>([
  ["another path", { path: "/" }, LIST, 404],
  ["GET", { method: "GET" }, "", 405],
  ["DELETE", { method: "DELETE" }, "", 405],
  ["a body that is no JSON", {}, "{", 400],
  ["a body that is no message", {}, "[5]", 400],
  ["no body", {}, "", 400],
  ["bytes that are no UTF-8", {}, Buffer.from([0xff, 0xfe]), 400],
  ["another type", { headers: { "content-type": "text/plain" } }, LIST, 415],
  ["a body of 10 MB", {}, Buffer.alloc(10_000_001, " "), 413],
  [
    "a body of 12 MB in chunks",
    { headers: { "transfer-encoding": "chunked" } },
    Buffer.alloc(12_000_000, " "),
    413,
  ],
])("refuses %s, and goes on", async (_, options, body, status) => {
  const { url } = await start();
  expect((await ask(url, options, body)).status).toBe(status);
  expect((await ask(url, {}, LIST)).status).toBe(200);
});

it("takes a message of just under 10 MB", async () => {
  const { url } = await start();
  const { status, body } = await ask(url, {}, LIST.padEnd(9_999_999));
  expect(status).toBe(200);
  expect(body).toContain('"memory_read"');
});

it.each([
  ["a text", "add tea", "Refused: Nothing to do"],
  ["JSON in a text", '{"action":"add","content":"Uses Debian."}', "Entry added."],
])("arguments that are %s have a sentence as their answer", async (_, toolArguments, answer) => {
  const { url } = await start();
  const params = { name: "memory", arguments: toolArguments };
  const { body } = await ask(
    url,
    {},
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  );
  expect(body).toContain(answer);
});

it("a slow client holds nobody up, and is not waited for without end", async () => {
  const { url } = await start({ patience: 1_000 });
  const { port } = new URL(url);
  const slow = connect(Number(port), "127.0.0.1");
  slow.on("error", () => {});
  slow.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\n`);
  slow.write("Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
  await sleep(50);
  expect((await ask(url, {}, LIST)).status).toBe(200);
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 /);
});

it("a client that goes away takes nothing with it", async () => {
  const { url, errors } = await start();
  const { port } = new URL(url);
  for (let time = 0; time < 20; time++) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Length: 9\r\n\r\n{`,
    );
    await sleep(5);
    socket.destroy();
  }
  expect((await ask(url, {}, LIST)).status).toBe(200);
  expect(errors).toEqual([]);
});

it("a store that fails is told as it is over stdio", async () => {
  const fail = () => Promise.reject(new Error("user: no permission"));
  const { url } = await start({}, { store: { read: fail, update: fail } });
  const { client, add } = await open(url);
  expect(client.getInstructions()).toContain("cannot be read");
  expect(await add("x")).toBe("The memory failed: user: no permission");
});

it("a message whose method is not a string is a client's error", async () => {
  const { url } = await start();
  for (const method of ['{"toString":1}', `${"[".repeat(20_000)}${"]".repeat(20_000)}`]) {
    expect((await ask(url, {}, `{"jsonrpc":"2.0","id":1,"method":${method}}`)).status).toBe(400);
  }
});

it("reads the memory for instructions when a client begins, and for nothing else", async () => {
  const inner = createInMemoryStore();
  let reads = 0;
  const store: MemoryStore = {
    read: (target) => {
      reads++;
      return inner.read(target);
    },
    update: (target, change, options) => inner.update(target, change, options),
  };
  const { url } = await start({}, { store });
  const { client } = await open(url);
  expect(reads).toBe(2);
  await client.listTools();
  expect(reads).toBe(2);
});

it("is at IPv6 addresses too, and says where the port is taken", async () => {
  const { url } = await start({ host: "::1" });
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+\/mcp$/);
  expect((await ask(url, {}, LIST)).status).toBe(200);
  await expect(start({ host: "::1", port: Number(new URL(url).port) })).rejects.toThrow("EADDRINUSE");
});
