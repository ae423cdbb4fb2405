import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@lembas/arguments";
import {
  type ApiRequest,
  answeredCalls,
  Plans,
  type ScriptedCall,
  startApi,
} from "@lembas/build/scripted-api";
import { checkTypes, fillProject, source } from "@lembas/build/scripted-project";
import { guide } from "@lembas/messages";
import { describe, expect, it } from "vitest";
import { expectByRules } from "../../replay/src/testing/sent-requests.js";
import { findProgram, Home, runCommand, Session } from "./testing/program.js";

const program = findProgram();
const own = dirname(fileURLToPath(new URL("../package.json", import.meta.url)));

/** A tool whose results have two blocks of text, and a command that goes back in the session. */
const TEST_EXTENSION = `
const text = (text) => ({ type: "text", text });
export default (pi) => {
  pi.registerTool({
    name: "blocks",
    label: "Blocks",
    description: "Shows a list and its end.",
    parameters: { type: "object", properties: {} },
    execute: async () => ({
      content: [text(Array.from({ length: 20 }, (_, i) => "item " + i + " of all there are").join("\\n")), text("the end")],
    }),
  });
  pi.registerCommand("back", { handler: async (id, context) => context.navigateTree(id, { summarize: true }) });
};
`;

const read = (offset?: number, limit?: number, path = "app.ts"): ScriptedCall => ({
  name: "read",
  input: { path, ...(offset && { offset }), ...(limit && { limit }) },
});
const bash = (command: string): ScriptedCall => ({ name: "bash", input: { command } });
const edit = (oldText: string, newText: string): ScriptedCall => ({
  name: "edit",
  input: { path: "app.ts", edits: [{ oldText, newText }] },
});

/** What the program sent in one run of a task. */
interface Sent {
  readonly requests: readonly ApiRequest[];
  readonly helpers: readonly ApiRequest[];
}

/** Begins a task: an API, and a home whose project is filled anew. */
const begin = async (home: Home, api: string) => {
  const plans = new Plans();
  const scripted = await startApi(plans.answer, () => ({ text: "All is well." }));
  home.begin(scripted.address, api);
  fillProject(home.project);
  mkdirSync(join(home.agent, "extensions"), { recursive: true });
  writeFileSync(join(home.agent, "extensions", "test.js"), TEST_EXTENSION);
  return { plans, scripted };
};

/** The settings, with few tokens kept by a compaction, so that it leaves some results and drops others. */
const writeSettings = ({ agent }: Home): void => {
  const path = join(agent, "settings.json");
  const settings = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...settings, compaction: { keepRecentTokens: 1500 } }));
};

/** A task with all that happens in a session: the same calls, whether the extension is on or off. */
const runTask = async (home: Home, api: string, env: Readonly<Record<string, string>>): Promise<Sent> => {
  const { plans, scripted } = await begin(home, api);
  writeSettings(home);
  const say = async (session: Session, prompt: string, steps: readonly (readonly ScriptedCall[])[]) => {
    plans.set(
      prompt,
      steps.map((calls) => ({ calls })),
    );
    await session.prompt(prompt);
  };

  const first = new Session(program, home, [], env);
  await say(first, "TASK one", [
    [read(1, 60)],
    [read(41, 60)],
    [read()],
    [edit("compute(50);", "compute(fifty);")],
    [read(30, 60)],
    [read(30, 60)],
    [bash("sh test.sh pass 0")],
    [bash("sh test.sh fail 1")],
    [read(1, 50), read(31, 50)],
    [read(undefined, undefined, "dot.png")],
    [read(undefined, undefined, "none.ts")],
    [{ name: "write", input: { path: "new.ts", content: source(40) } }],
    [read(undefined, undefined, "new.ts")],
    [{ name: "blocks", input: {} }],
    [{ name: "blocks", input: {} }],
  ]);
  await first.close();

  const second = new Session(program, home, ["--continue"], env);
  await say(second, "TASK two", [[read(90, 31)], [bash("sh test.sh again 0")]]);
  plans.set("TASK three", [{ calls: [bash("sleep 60")] }]);
  await second.start("TASK three");
  await second.toolRuns();
  await second.ask({ type: "abort" });
  await second.settled();
  await say(second, "TASK four", [[read(60, 40)]]);
  await second.ask({ type: "compact" });
  await say(second, "TASK five", [[read(1, 60)], [read(30, 60)], [bash("sh test.sh once 0")]]);
  // At so many tokens it compacts by itself, between two requests.
  plans.set("TASK six", [
    { calls: [read(1, 80)], tokens: 190_000 },
    { calls: [read(60, 40)] },
    { calls: [bash("sh test.sh more 0")] },
  ]);
  await second.prompt("TASK six");
  const { messages } = await second.ask({ type: "get_fork_messages" });
  const [entry] = (messages as readonly { text: string; entryId: string }[]).filter(
    ({ text }) => text === "TASK six",
  );
  await second.ask({ type: "prompt", message: `/back ${entry?.entryId}` });
  await say(second, "TASK seven", [[read(30, 60)], [bash("sh test.sh seven 0")]]);
  await second.fork("TASK five");
  await say(second, "TASK eight", [[read(1, 60)], [read(41, 60)], [bash("sh test.sh eight 0")]]);
  await second.close();
  return scripted;
};

/** A request without the section of the system prompt, and without the name of its session. */
const comparable = ({ prompt_cache_key, ...body }: JsonObject): string => {
  const section = JSON.stringify(`\n\n<tool-results>\n${guide()}\n</tool-results>`).slice(1, -1);
  return JSON.stringify(body).replaceAll(section, "");
};

const apis = ["anthropic-messages", "openai-completions", "openai-responses"];

describe.skipIf("reason" in program)(
  `pi, with the extension${"reason" in program ? `: ${program.reason}` : ""}`,
  () => {
    it.each(apis)("sends what the rules give, byte for byte: %s", async (api) => {
      const home = new Home();
      const start = await begin(home, api);
      expect(runCommand(program, home, ["list"])).not.toContain(own);
      runCommand(program, home, ["install", own]);
      expect(runCommand(program, home, ["list"])).toContain(own);
      expect(start.scripted.requests).toEqual([]);

      const plain = await runTask(home, api, { LEMBAS_OFF: "1" });
      const sent = await runTask(home, api, {});
      expectByRules(sent.requests, plain.requests, comparable);
      for (const { body } of sent.requests)
        expect(JSON.stringify(body["messages"] ?? body["input"])).toContain("TASK");
      // What a summary is made of has neither heads nor marks.
      expect(sent.helpers.map(({ body }) => JSON.stringify(body))).toEqual(
        plain.helpers.map(({ body }) => JSON.stringify(body)),
      );
      expect(sent.helpers.length).toBeGreaterThan(2);
      // What was sent once is sent the same again, until a compaction or a way back changes what stands above.
      const [one, two] = [5, 6].map((index) =>
        answeredCalls(sent.requests[index] ?? { body: {}, messages: [] }),
      );
      expect(two?.slice(0, one?.length)).toEqual(one);
      expect(two?.length).toBe((one?.length ?? 0) + 1);

      runCommand(program, home, ["remove", own]);
      expect(runCommand(program, home, ["list"])).not.toContain(own);
      const gone = await begin(home, api);
      gone.plans.set("TASK one", [{ calls: [read()] }]);
      const session = new Session(program, home, []);
      await session.prompt("TASK one");
      await session.close();
      expect(answeredCalls(gone.scripted.requests.at(-1) ?? { body: {}, messages: [] })[0]?.text).toBe(
        source(120),
      );
    });

    it("has two sessions in one folder, each with what it shows itself", async () => {
      const home = new Home();
      const { plans, scripted } = await begin(home, "anthropic-messages");
      runCommand(program, home, ["install", own]);
      const sessions = [new Session(program, home, []), new Session(program, home, [])];
      const prompts = sessions.map((_, index) => `TASK ${["one", "two"][index]}`);
      for (const prompt of prompts) plans.set(prompt, [{ calls: [read(1, 60)] }, { calls: [read(41, 60)] }]);
      await Promise.all(sessions.map((session, index) => session.prompt(prompts[index] ?? "")));
      await Promise.all(sessions.map((session) => session.close()));
      const shown = prompts.map((prompt) => {
        const last = scripted.requests.findLast(({ messages }) => JSON.stringify(messages).includes(prompt));
        return answeredCalls(last ?? { body: {}, messages: [] }).map(({ text }) => text.split("\n").length);
      });
      expect(shown).toEqual([
        [63, 44],
        [63, 44],
      ]);
    });

    it("is an extension by pi's own types", () => {
      if ("reason" in program) throw new Error(program.reason);
      const extension = JSON.stringify(join(own, "dist", "index.js"));
      checkTypes(
        program.modules,
        `import type { ExtensionFactory } from "@earendil-works/pi-coding-agent";
import lembas from ${extension};
export const factory: ExtensionFactory = lembas;
// @ts-expect-error: it is no extension of another kind
export const wrong: (pi: { on: (event: string) => void }) => string = lembas;
`,
      );
    });
  },
);
