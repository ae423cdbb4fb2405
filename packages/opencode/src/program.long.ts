import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isJsonObject, type JsonObject } from "@lembas/arguments";
import {
  answeredCalls,
  Plans,
  type Reply,
  type ScriptedApi,
  type ScriptedCall,
  startApi,
} from "@lembas/build/scripted-api";
import { checkTypes, fillProject, source } from "@lembas/build/scripted-project";
import { guide } from "@lembas/messages";
import { describe, expect, it } from "vitest";
import { expectByRules } from "../../replay/src/testing/sent-requests.js";
import { APIS, findProgram, Home, runCommand, Server } from "./testing/program.js";

const program = findProgram();
const own = dirname(fileURLToPath(new URL("../package.json", import.meta.url)));

/** The calls of a task in a project. */
const callsIn = (project: string) => ({
  read: (offset?: number, limit?: number, path = "app.ts"): ScriptedCall => ({
    name: "read",
    input: { filePath: join(project, path), ...(offset && { offset }), ...(limit && { limit }) },
  }),
  bash: (command: string): ScriptedCall => ({ name: "bash", input: { command, description: "runs it" } }),
  edit: (oldString: string, newString: string): ScriptedCall => ({
    name: "edit",
    input: { filePath: join(project, "app.ts"), oldString, newString },
  }),
});

/** Begins a task: an API, and a home whose project is filled anew. */
const begin = async (home: Home, npm: string) => {
  const plans = new Plans();
  const api = await startApi(plans.answer, () => ({ text: "All is well." }));
  home.begin(api.address, npm);
  const { project } = home;
  fillProject(project);
  return { plans, api };
};

const stepsOf = (steps: readonly (readonly ScriptedCall[])[]): readonly Reply[] =>
  steps.map((calls) => ({ calls }));

/** A task with all that happens in a session: the same calls, whether the plugin is on or off. */
const runTask = async (
  home: Home,
  npm: string,
  env: Readonly<Record<string, string>>,
): Promise<Pick<ScriptedApi, "requests" | "helpers">> => {
  const { plans, api } = await begin(home, npm);
  const { read, bash, edit } = callsIn(home.project);
  let server = await Server.start(program, home, env);
  const session = await server.open("a task");
  const say = (prompt: string, replies: readonly Reply[], where = session): Promise<string> => {
    plans.set(prompt, replies);
    return server.prompt(where, prompt);
  };

  plans.set("TASK sub", stepsOf([[read(1, 50)], [read(31, 50)]]));
  const subagent = { description: "reads", prompt: "TASK sub", subagent_type: "general" };
  await say(
    "TASK one",
    stepsOf([
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
      [{ name: "write", input: { filePath: join(home.project, "new.ts"), content: source(40) } }],
      [read(undefined, undefined, "new.ts")],
      [{ name: "task", input: subagent }],
      [read(20, 40)],
    ]),
  );
  await server.close();

  server = await Server.start(program, home, env);
  await say("TASK two", stepsOf([[read(90, 31)], [bash("sh test.sh again 0")]]));
  plans.set("TASK three", stepsOf([[bash("sh test.sh slow 0; sleep 60")]]));
  const { length } = api.requests;
  const three = server.prompt(session, "TASK three");
  while (api.requests.length === length) {
    await sleep(100);
    // Throws where it failed.
    await Promise.race([three, undefined]);
  }
  await sleep(3000);
  await server.ask(`/session/${session}/abort`);
  await three.catch(() => undefined);
  await say("TASK four", stepsOf([[read(60, 40)]]));
  await server.ask(`/session/${session}/summarize`, { providerID: "scripted", modelID: "claude-test" });
  const five = await say("TASK five", stepsOf([[read(1, 60)], [read(30, 60)], [bash("sh test.sh once 0")]]));
  // At so many tokens it compacts by itself, between two requests.
  const six = await say("TASK six", [
    { calls: [read(1, 80)], tokens: 195_000 },
    { calls: [read(60, 40)] },
    { calls: [bash("sh test.sh more 0")] },
  ]);
  await server.ask(`/session/${session}/revert`, { messageID: six });
  await say("TASK seven", stepsOf([[read(30, 60)], [bash("sh test.sh seven 0")]]));
  const { id: fork } = await server.ask(`/session/${session}/fork`, { messageID: five });
  await say(
    "TASK eight",
    stepsOf([[read(1, 60)], [read(41, 60)], [bash("sh test.sh eight 0")]]),
    String(fork),
  );

  // So much output that opencode clears the first of it.
  const long = await server.open("much output");
  const print = (number: number): ScriptedCall =>
    bash(`for i in $(seq 1 500); do echo "${number}: $i ${"word ".repeat(14)}"; done`);
  await say(
    "TASK nine",
    stepsOf([read(1, 60), ...[1, 2, 3, 4, 5, 6, 7, 8].map(print)].map((call) => [call])),
    long,
  );
  await say("TASK ten", stepsOf([[read(1, 60)]]), long);
  await say("TASK eleven", stepsOf([[read(41, 60)], [print(8)]]), long);
  await say("TASK twelve", stepsOf([[read(1, 60)], [print(1)]]), long);
  await server.close();
  return api;
};

const isGuide = (part: unknown): boolean =>
  isJsonObject(part) && JSON.stringify(part).includes(JSON.stringify(guide()).slice(1, -1));

/** A request without what the plugin adds to the system prompt, and without the names of sessions. */
const comparable = ({ prompt_cache_key, ...body }: JsonObject): string => {
  const others = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter((part) => !isGuide(part)) : value,
  ]);
  return JSON.stringify(Object.fromEntries(others)).replaceAll(/\b(?:ses|msg|prt)_[A-Za-z0-9]{20,}/g, "…");
};

describe.skipIf("reason" in program)(
  `opencode, with the plugin${"reason" in program ? `: ${program.reason}` : ""}`,
  () => {
    it.each(Object.entries(APIS))("sends what the rules give, byte for byte: %s", async (_, npm) => {
      const home = new Home();
      await begin(home, npm);
      runCommand(program, home, ["plugin", own, "--global"]);
      const plain = await runTask(home, npm, { LEMBAS_OFF: "1" });
      const sent = await runTask(home, npm, {});
      expectByRules(sent.requests, plain.requests, comparable);
      for (const { body } of sent.requests)
        expect(JSON.stringify(body)).toContain(JSON.stringify(guide()).slice(1, -1));
      // What a summary is made of has neither heads nor marks.
      expect(sent.helpers.map(({ body }) => comparable(body))).toEqual(
        plain.helpers.map(({ body }) => comparable(body)),
      );
      expect(sent.helpers.length).toBeGreaterThan(1);
      const cleared = sent.requests.filter(({ body }) => JSON.stringify(body).includes("content cleared"));
      expect(cleared.length).toBeGreaterThan(0);
    });

    it("is put in by the program's own command, and is gone where its line is", async () => {
      const home = new Home();
      const { plans, api } = await begin(home, APIS.messages);
      const path = join(home.configuration, "opencode.json");
      writeFileSync(path, "{}\n");
      runCommand(program, home, ["plugin", own, "--global"]);
      // It writes JSON with commas behind the last of a list.
      expect(readFileSync(path, "utf8")).toMatch(/"plugin": \[\s*".*"/);
      expect(readFileSync(path, "utf8")).toContain(JSON.stringify(own));
      const { read } = callsIn(home.project);
      const show = async (prompt: string): Promise<string | undefined> => {
        plans.set(prompt, stepsOf([[read(1, 40)]]));
        const server = await Server.start(program, home);
        await server.prompt(await server.open(prompt), prompt);
        await server.close();
        return answeredCalls(api.requests.at(-1) ?? { body: {}, messages: [] })[0]?.text;
      };
      expect(await show("TASK one")).toMatch(/^\[#[0-9a-f]{6}\]\n/);
      writeFileSync(path, "{}\n");
      expect(await show("TASK two")).toMatch(/^<path>/);
    });

    const types = "types" in program ? program.types : undefined;
    it.skipIf(types === undefined)("is a plugin by opencode's own types", () => {
      checkTypes(
        types ?? "",
        `import type { PluginModule } from "@opencode-ai/plugin";
import lembas from ${JSON.stringify(join(own, "dist", "index.js"))};
export const plugin: PluginModule = lembas;
// @ts-expect-error: it is no plugin of another kind
export const wrong: { tui: () => void } = lembas;
`,
      );
    });
  },
);
