import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "vitest";

/** The command as npm installs it; it runs what `pnpm build` has made. */
export const bin = fileURLToPath(new URL("../../bin.js", import.meta.url));

/** A server on a folder, a process of its own, once a client connects. */
export const startServer = (folder: string): StdioClientTransport =>
  new StdioClientTransport({
    command: process.execPath,
    args: [bin, "--dir", folder],
    env: {},
    stderr: "ignore",
  });

/** The official client, connected over a transport, and what the tests ask it for. */
export const openClient = async (transport: Parameters<Client["connect"]>[0]) => {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  const use = async (name: string, toolArguments: Record<string, unknown> = {}): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: toolArguments });
    const [first] = content;
    return first?.type === "text" ? first.text : "";
  };
  const call = (toolArguments: Record<string, unknown>) => use("memory", toolArguments);
  const add = (content: string) => call({ target: "user", action: "add", content });
  const block = async () => {
    const [content] = (await client.readResource({ uri: "memory://user" })).contents;
    return content && "text" in content ? content.text : "";
  };
  return { client, use, call, add, block };
};

/** Kills servers of a folder, one after the other, each with calls on the way: what they said is there, whole. */
export const killServers = async (folder: string, kills: number): Promise<void> => {
  const kept: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const transport = startServer(folder);
    const { add, client } = await openClient(transport);
    const gone = new Promise<void>((resolve) => {
      client.onclose = resolve;
    });
    const calls = Array.from({ length: 10 }, async (_, index) => {
      const fact = `${kill}.${index}`;
      if ((await add(fact)).startsWith("Entry added.")) kept.push(fact);
    });
    await Promise.race(calls);
    if (transport.pid === null) throw new Error("the server is gone before it was killed");
    process.kill(transport.pid, "SIGKILL");
    await Promise.allSettled(calls);
    await gone;
  }
  expect(kept.length).toBeGreaterThanOrEqual(kills);
  const { add, client } = await openClient(startServer(folder));
  expect(await add("after")).toMatch(/^Entry added\./);
  await client.close();
  const entries = (await readFile(join(folder, "USER.md"), "utf8")).trimEnd().split("\n§\n");
  expect(new Set(entries).size).toBe(entries.length);
  expect(entries).toEqual(expect.arrayContaining([...kept, "after"]));
  for (const entry of entries) expect(entry).toMatch(/^(\d+\.\d|after)$/);
  expect(existsSync(join(folder, "MEMORY.md"))).toBe(false);
};
