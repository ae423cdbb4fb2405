import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { query } from "@anthropic-ai/claude-agent-sdk";
import type Anthropic from "@anthropic-ai/sdk";
import { startApi } from "@lembas/build/scripted-api";
import { scratchFolder } from "@lembas/build/testing";
import { describe, expect, it } from "vitest";
import { chatOptions } from "./claude-agent-sdk.js";
import { ask } from "./messages/claude-agent-sdk.js";
import { SUMMARY } from "./testing/task.js";
import { type Open, testRecipe } from "./testing/test-recipe.js";

type Request = Anthropic.MessageCreateParams & { readonly system: readonly Anthropic.TextBlockParam[] };

/** Where the program of the SDK is, 400 MB that no install brings. Without it these tests are skipped. */
const program = process.env["CLAUDE_CODE"];

const textOf = (block: Anthropic.ContentBlockParam): string[] => {
  if (block.type === "text") return [block.text.trimEnd()];
  if (block.type !== "tool_result" || typeof block.content !== "object") return [];
  return block.content.flatMap((part) => (part.type === "text" ? part.text.trimEnd() : []));
};

/** The texts of a request that are ours: those of the program's own are set aside. */
const textsOf = ({ system, messages }: Request): string[] => {
  const asked = messages.filter(({ role }) => role === "user").map(({ content }) => content);
  const blocks = asked.flatMap((content) =>
    typeof content === "string" ? content : content.flatMap(textOf),
  );
  const texts = blocks.flatMap((text) => {
    const [, context] =
      /^<system-reminder>\n\w+ hook additional context: (.*)\n<\/system-reminder>$/s.exec(text) ?? [];
    if (context !== undefined) return context;
    if (text.startsWith("This session is being continued")) return SUMMARY;
    return /^<|^\[Request interrupted/.test(text) ? [] : text;
  });
  // The program puts what a hook says before the prompt.
  const note = texts.findIndex((text) => text.startsWith("[A background job"));
  if (note >= 0) texts.splice(note, 2, ...texts.slice(note, note + 2).reverse());
  const table = texts.find((text) => text.startsWith("## Files read"));
  return [
    ...system.map(({ text }) => text).filter((text) => text.startsWith("You are a coding agent.")),
    ...texts
      .filter((text) => text !== table)
      .map((text) => (text === SUMMARY ? `${text}\n\n${table}` : text)),
  ];
};

const makeOpen = (): Open => {
  const home = scratchFolder();
  let resume: string | undefined;
  let old = /$^/;
  return async (host, script) => {
    const { address } = await startApi(({ body }) => {
      const request = body as unknown as Request;
      if (JSON.stringify(request.messages.at(-1)).includes("Respond with TEXT ONLY"))
        return { text: `<summary>${SUMMARY}</summary>` };
      const { calls, text } = script.reply(
        textsOf(request).filter((text) => !old.test(text)),
        request,
      );
      return {
        calls: calls.map(({ id, name, args }) => ({ id, name: `mcp__host__${name}`, input: args })),
        text,
      };
    });
    const run = async (prompt: string, signal?: AbortSignal): Promise<string> => {
      const abortController = new AbortController();
      let answer = "";
      const options = {
        ...chatOptions(host),
        abortController,
        // Newer models get the hooks' contexts in messages of their own role.
        model: "claude-sonnet-4-5",
        pathToClaudeCodeExecutable: program ?? "",
        settingSources: [],
        cwd: home,
        env: {
          PATH: process.env["PATH"],
          HOME: home,
          CLAUDE_CONFIG_DIR: home,
          ANTHROPIC_BASE_URL: address,
          ANTHROPIC_API_KEY: "none",
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        },
        ...(resume !== undefined && { resume }),
      };
      const messages = query({ prompt, options });
      // Aborted alone the program would go on for some seconds: without the host's tools, but with the model.
      signal?.addEventListener(
        "abort",
        () => void messages.interrupt().finally(() => abortController.abort()),
      );
      for await (const message of messages) {
        if ("session_id" in message) resume = message.session_id;
        if (message.type === "result" && message.subtype === "success") answer = message.result;
      }
      signal?.throwIfAborted();
      return answer;
    };
    return {
      async send(prompt, signal) {
        if (script.requests.length === 10) {
          // The program keeps every result until it compacts. Here the oldest go, so that the texts are the others'.
          host.ledger.forget(["#0001", "#0002", "#0003"]);
          old = /^\[#000[123]\W/;
        }
        return run(prompt, signal);
      },
      compact: () => run("/compact"),
    };
  };
};

if (program === undefined)
  describe.skip("Claude Agent SDK, with its program", () => it("needs CLAUDE_CODE", () => {}));
else {
  testRecipe("Claude Agent SDK, with its program", makeOpen);

  it("Claude Agent SDK, with messages and its program: an overlapping read is marked", async () => {
    const home = scratchFolder();
    const path = join(home, "values.js");
    const lines = Array.from(
      { length: 40 },
      (_, index) => `const value${index + 1} = compute(${index + 1});`,
    );
    writeFileSync(path, lines.join("\n"));
    const calls = [{ limit: 30 }, { offset: 11 }].map((window) => ({
      name: "Read",
      input: { file_path: path, ...window },
    }));
    const api = await startApi(() => {
      const call = calls.shift();
      return call ? { calls: [call] } : { text: "Done." };
    });
    const messages = ask("Go on.", {
      pathToClaudeCodeExecutable: program,
      settingSources: [],
      cwd: home,
      env: {
        PATH: process.env["PATH"],
        HOME: home,
        CLAUDE_CONFIG_DIR: home,
        ANTHROPIC_BASE_URL: api.address,
        ANTHROPIC_API_KEY: "none",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
    });
    const results: string[] = [];
    for await (const message of messages)
      if (message.type === "result" && message.subtype === "success") results.push(message.result);
    expect(results).toEqual(["Done."]);
    const sent = JSON.stringify(api.requests.at(-1)?.messages);
    expect(sent).toContain("lines 11-30 as in the Read of lines 1-30 above");
    expect(sent.split("const value20 = ")).toHaveLength(2);
  });
}
