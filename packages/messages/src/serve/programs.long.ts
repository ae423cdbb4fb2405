import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ApiRequest, type Reply, startApi } from "@lembas/build/scripted-api";
import { describe, expect, it, onTestFinished } from "vitest";
import { findProgram, makeHome, runProgram } from "../../../claude-code/src/testing/program.js";
import { composeAnthropic, composeResponses } from "../index.js";
import { findCodex, makeCodexHome, runCodex } from "../testing/codex.js";
import { type Recorder, record } from "../testing/recorder.js";
import { type Served, serve } from "./serve.js";

const LINES = Array.from(
  { length: 120 },
  (_, index) => `const value${index + 1} = compute(${index + 1}); // ünï "${index}"`,
);

/** What each prompt makes the scripted model do, call by call. */
type Plans = Readonly<Record<string, readonly { readonly name: string; readonly input: object }[]>>;

/** The model: the next call of the last prompt's plan. */
const scriptOf = (plans: Plans) => {
  const left = new Map(Object.entries(plans).map(([prompt, calls]) => [prompt, [...calls]]));
  return ({ messages }: ApiRequest): Reply => {
    const said = JSON.stringify(messages);
    const [prompt] = [...left.keys()].sort((a, b) => said.lastIndexOf(b) - said.lastIndexOf(a));
    const call = prompt === undefined ? undefined : left.get(prompt)?.shift();
    return call === undefined ? { text: "done" } : { calls: [call] };
  };
};

/** A program's way to the model: what it sends is recorded, then composed, then recorded again. */
interface Way {
  readonly given: Recorder;
  readonly served: Served;
  readonly sent: Recorder;
}

const makeWay = async (plans: Plans): Promise<Way> => {
  const api = await startApi(scriptOf(plans));
  const sent = await record(api.address);
  const served = await serve({ to: sent.address, port: 0 });
  onTestFinished(() => served.close());
  return { given: await record(served.address), served, sent };
};

/** A request's body as the rules have it, to the byte: the program writes JSON as `JSON.stringify` does. */
const composed = (body: string, field: "messages" | "input"): string => {
  const value = JSON.parse(body);
  expect(JSON.stringify(value)).toBe(body);
  const compose = field === "input" ? composeResponses : composeAnthropic;
  return JSON.stringify({ ...value, [field]: compose(value[field]) });
};

const expectComposed = ({ given, served, sent }: Way, field: "messages" | "input"): void => {
  expect(sent.bodies).toEqual(given.bodies.map((body) => composed(body, field)));
  expect(sent.requests).toEqual(given.requests);
  const { composed: count, passedOn } = served.counts();
  expect(count).toBe(given.bodies.length);
  expect(Object.values(passedOn).every((number) => number === 0)).toBe(true);
  expect(sent.bodies.at(-1)).toMatch(/\[\d+ lines same as lines \d+-\d+ of #/);
  expect(given.bodies.at(-1)).not.toMatch(/\[\d+ lines same as lines \d+-\d+ of #/);
};

/** What was sent once is sent the same again: each list of messages begins with the one before it. */
const expectCausal = (bodies: readonly string[], field: "messages" | "input"): void => {
  const lists: string[][] = bodies.map((body) =>
    JSON.parse(body)[field].map((message: unknown) => JSON.stringify(message)),
  );
  for (const [index, list] of lists.slice(1).entries()) {
    const earlier = lists[index] ?? [];
    expect(list.slice(0, earlier.length)).toEqual(earlier);
  }
};

const codex = findCodex();
const codexReason = "reason" in codex ? codex.reason : "";

describe.skipIf("reason" in codex)(`Codex through the server ${codexReason}`, () => {
  const path = "path" in codex ? codex.path : "";
  const run = (cmd: string) => ({ name: "exec_command", input: { cmd } });
  const plans = {
    "TASK one": [
      run("sed -n '1,60p' app.ts"),
      run("sed -n '41,100p' app.ts"),
      run('for i in $(seq 1 20); do echo "ok $i - the test number $i passes"; done'),
      run('for i in $(seq 1 20); do echo "ok $i - the test number $i passes"; done; echo all 20 pass'),
      run("cat app.ts"),
    ],
    "TASK two": [run("sed -n '81,120p' app.ts")],
  };

  it("what it sends is composed as the rules have it, in a resumed session too", async () => {
    const way = await makeWay(plans);
    const home = makeCodexHome(way.given.address);
    writeFileSync(join(home.project, "app.ts"), `${LINES.join("\n")}\n`);
    await runCodex(path, home, "TASK one");
    expect(way.given.bodies).toHaveLength(6);
    expectComposed(way, "input");
    expectCausal(way.sent.bodies, "input");
    await runCodex(path, home, "TASK two", ["resume", "--last"]);
    expect(way.given.bodies).toHaveLength(8);
    expectComposed(way, "input");
  });

  it("that tries a WebSocket goes on with requests", async () => {
    const way = await makeWay(plans);
    const home = makeCodexHome(way.served.address, "supports_websockets = true\n");
    writeFileSync(join(home.project, "app.ts"), `${LINES.join("\n")}\n`);
    await runCodex(path, home, "TASK one");
    expect(way.sent.bodies).toHaveLength(6);
    expect(way.sent.requests.filter((request) => request.startsWith("GET /v1/responses"))).toEqual([]);
    expect(way.sent.bodies.at(-1)).toMatch(/\[\d+ lines same as lines \d+-\d+ of #/);
  });
});

const claude = findProgram();
const claudeReason = "reason" in claude ? claude.reason : "";

describe.skipIf("reason" in claude)(`Claude Code through the server ${claudeReason}`, () => {
  const path = "path" in claude ? claude.path : "";

  it.each(["claude-opus-5-5", "claude-sonnet-4-6"])(
    "what it sends is composed as the rules have it, in a resumed session too: %s",
    async (model) => {
      const home = makeHome();
      const file = join(home.project, "app.ts");
      writeFileSync(file, `${LINES.join("\n")}\n`);
      const read = (offset: number, limit: number) => ({
        name: "Read",
        input: { file_path: file, offset, limit },
      });
      const bash = (command: string) => ({ name: "Bash", input: { command } });
      const way = await makeWay({
        "TASK one": [
          read(1, 60),
          read(41, 60),
          bash("cat app.ts"),
          bash("cat app.ts; echo done"),
          read(1, 120),
        ],
        "TASK two": [read(81, 40)],
      });
      const start = async (prompt: string, args: readonly string[] = []) => {
        const { code, said, printed } = await runProgram(path, home, prompt, {
          env: { ANTHROPIC_BASE_URL: way.given.address },
          args: ["--model", model, ...args],
        });
        expect(code, `${said}${printed}`).toBe(0);
      };
      await start("TASK one");
      expectComposed(way, "messages");
      const first = way.given.bodies.length;
      await start("TASK two", ["--continue"]);
      expect(way.given.bodies.length).toBeGreaterThan(first);
      expectComposed(way, "messages");
    },
  );
});
