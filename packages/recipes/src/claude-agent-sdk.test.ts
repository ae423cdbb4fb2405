import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HookInput, Options } from "@anthropic-ai/claude-agent-sdk";
import { scratchFolder } from "@lembas/build/testing";
import { createInMemoryJournalStore } from "@lembas/context";
import { createInMemoryStore } from "@lembas/memory";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, it } from "vitest";
import { numbered, readResponse, Transcript } from "../../claude-code/src/testing/transcript.js";
import { chatOptions } from "./claude-agent-sdk.js";
import { type Conversation, type Host, openHost } from "./host.js";
import { ask } from "./messages/claude-agent-sdk.js";
import type { Script } from "./testing/script.js";
import { DOT, testRecipe } from "./testing/test-recipe.js";

/** In the place of the program that the SDK starts: runs the tools by the official client, and calls the hooks. */
const connect = async ({ mcpServers = {} }: Options): Promise<Client> => {
  const { host } = mcpServers;
  if (host === undefined || !("instance" in host)) throw new Error("no server in this process");
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await host.instance.connect(theirs);
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(ours);
  return client;
};

const callHook = async (
  { hooks = {} }: Options,
  name: "SessionStart" | "UserPromptSubmit" | "PostToolBatch",
) => {
  const [matcher] = hooks[name] ?? [];
  const input = { hook_event_name: name, source: "compact" } as HookInput;
  const output = await matcher?.hooks[0]?.(input, undefined, { signal: new AbortController().signal });
  const specific = output && "hookSpecificOutput" in output ? output.hookSpecificOutput : undefined;
  const context = specific && "additionalContext" in specific ? specific.additionalContext : undefined;
  return context ? [context] : [];
};

const openChat = async (host: Host, { reply }: Script, texts: string[]): Promise<Conversation> => {
  const options = chatOptions(host);
  const client = await connect(options);
  const contents: unknown[] = [];
  expect(options.systemPrompt).toMatchObject({ prompt: host.instructions });
  return {
    async send(prompt, signal) {
      // The program keeps every result until it compacts. Here the oldest go, so that the texts are those of the others.
      const old = texts.filter((text) => /^\[#000[123]\W/.test(text));
      host.ledger.forget(old.map((text) => text.slice(1, 6)));
      texts.splice(0, Infinity, ...texts.filter((text) => !old.includes(text)));
      texts.push(prompt, ...(await callHook(options, "UserPromptSubmit")));
      for (;;) {
        const { calls, text } = reply([host.instructions, ...texts], contents);
        if (calls.length === 0) return text;
        const results = await Promise.all(
          calls.map(({ id, name, args }) =>
            client.callTool({ name, arguments: args, _meta: { "claudecode/toolUseId": id } }, undefined, {
              signal,
            }),
          ),
        );
        contents.push(...results.map(({ content }) => content));
        for (const { content } of results) {
          for (const block of content as { text?: string }[]) if (block.text) texts.push(block.text);
        }
        texts.push(...(await callHook(options, "PostToolBatch")));
      }
    },
    async compact(summary) {
      texts.splice(0, Infinity, [summary, ...(await callHook(options, "SessionStart"))].join("\n\n"));
    },
  };
};

it("gives an image as it is, and an equal one again as a text", async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, "dot.png"), DOT, "base64");
  const store = createInMemoryStore();
  const host = await openHost({
    folder,
    journals: createInMemoryJournalStore(),
    session: "session-1",
    store,
  });
  const client = await connect(chatOptions(host));
  const look = async () => (await client.callTool({ name: "look", arguments: { path: "dot.png" } })).content;
  expect(await look()).toEqual([
    { type: "text", text: "[#0001]\ndot.png" },
    { type: "image", data: DOT, mimeType: "image/png" },
  ]);
  expect(await look()).toEqual([
    { type: "text", text: "[#0002]\ndot.png" },
    { type: "text", text: "[image unchanged since #0001]" },
  ]);
});

testRecipe("Claude Agent SDK", () => {
  const texts: string[] = [];
  return (host, script) => openChat(host, script, texts);
});

it("Claude Agent SDK, with messages: its hook marks an overlapping read", async () => {
  let given: readonly string[] = [];
  const spawnClaudeCodeProcess = ({ args }: { args: string[] }): never => {
    given = args;
    throw new Error("no program here");
  };
  const options = { pathToClaudeCodeExecutable: "claude", spawnClaudeCodeProcess };
  await expect(async () => ask("Go on.", options).next()).rejects.toThrow("no program here");
  const [plugin = ""] = given.flatMap((argument) => /^--plugin-dir=(.*)$/.exec(argument)?.[1] ?? []);
  const { hooks } = JSON.parse(readFileSync(join(plugin, "hooks", "hooks.json"), "utf8"));
  const [{ matcher, hooks: commands }] = hooks.PostToolUse;
  expect(matcher).toContain("Read");

  const folder = scratchFolder();
  const path = join(folder, "values.js");
  const lines = Array.from({ length: 40 }, (_, index) => `const value${index + 1} = compute(${index + 1});`);
  const transcript = new Transcript();
  transcript.say("Go on.");
  transcript.call([{ id: "call_1", name: "Read", input: { file_path: path, limit: 30 } }]);
  transcript.answer([{ id: "call_1", content: numbered(lines.slice(0, 30)) }]);
  transcript.call([{ id: "call_2", name: "Read", input: { file_path: path, offset: 11 } }]);
  const transcriptPath = join(folder, "session.jsonl");
  writeFileSync(transcriptPath, transcript.text);
  const input = {
    hook_event_name: "PostToolUse",
    session_id: "session",
    transcript_path: transcriptPath,
    cwd: folder,
    tool_name: "Read",
    tool_use_id: "call_2",
    tool_input: { file_path: path, offset: 11 },
    tool_response: readResponse(path, lines.slice(10), 11),
  };
  const { stdout, stderr } = spawnSync(commands[0].command, {
    shell: true,
    env: { ...process.env, CLAUDE_PLUGIN_ROOT: plugin },
    input: JSON.stringify(input),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const { updatedToolOutput, additionalContext } = JSON.parse(stdout).hookSpecificOutput;
  expect(updatedToolOutput.file).toMatchObject({ content: lines.slice(30).join("\n"), startLine: 31 });
  expect(additionalContext).toContain("lines 11-30 as in the Read of lines 1-30 above");
});
