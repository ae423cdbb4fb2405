import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { endAfterUs } from "@lembas/build/after-end";
import { runHere } from "@lembas/build/run-here";
import { expect, it, onTestFinished } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { serve as serveApi } from "../testing/loopback.js";
import { runCommandLine } from "./command-line.js";

/** The command as npm installs it; it runs what was built. */
const bin = fileURLToPath(new URL("../../bin.js", import.meta.url));

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  endAfterUs(child);
  let printed = "";
  let said = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const ended = async () => {
    if (child.exitCode === null) await once(child, "close");
    return { code: child.exitCode, printed, said };
  };
  /** The address, once it says so. */
  const address = async (): Promise<string> => {
    while (!said.includes("\n")) await once(child.stderr, "data");
    return /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? "";
  };
  return { child, ended, address };
};

it.each([
  ["no command", [], "the command is serve; got none"],
  ["another command", ["proxy", "--to", "https://a.example"], "the command is serve; got proxy"],
  ["no provider", ["serve"], "--to ORIGIN is missing"],
  ["a provider with a path", ["serve", "--to", "https://a.example/v1"], "--to must be an origin like"],
  [
    "no port",
    ["serve", "--to", "https://a.example", "--port", "70000"],
    "--port must be a number up to 65535",
  ],
  ["an option that is none", ["serve", "--log"], "--log"],
])("exits with 2 for %s", async (_, args, words) => {
  const { code, printed, said } = await runHere(runCommandLine, args);
  expect(said).toContain(words);
  expect(said).toContain("Usage: lembas-messages serve --to ORIGIN");
  expect([code, printed]).toEqual([2, ""]);
});

it("helps", async () => {
  const help = await runHere(runCommandLine, ["--help"]);
  expect(help).toMatchObject({ code: 0, said: "", printed: expect.stringMatching(/^Usage: /) });
  const version = await runHere(runCommandLine, ["--version"]);
  expect(version).toEqual({ code: 0, said: "", printed: `${manifest.version}\n` });
});

it("is a program, which ends with its exit code", async () => {
  const { code, printed, said } = await start(["serve"]).ended();
  expect(said).toContain("--to ORIGIN is missing");
  expect([code, printed]).toEqual([2, ""]);
});

it("says where it serves, and at the end how much it did; nothing of what was sent", async () => {
  const api = await serveApi(() => ({ json: { secret: "answer" } }));
  const { child, ended, address } = start(["serve", "--to", api.url, "--port", "0"]);
  const url = await address();
  const body = JSON.stringify({ messages: [{ role: "user", content: "secret" }] });
  const post = (more: RequestInit) => fetch(`${url}/v1/messages`, { method: "POST", body, ...more });
  await post({});
  for (let time = 0; time < 3; time++) await post({ headers: { "content-encoding": "gzip" } });
  await post({ body: "secret" });
  await fetch(`${url}/v1/models`);
  child.kill("SIGINT");
  const { code, printed, said } = await ended();
  expect(said.split("\n")).toEqual([
    `lembas-messages: ${url} passes on to ${api.url}`,
    "lembas-messages: a conversation with a compressed body was passed on as it was; more of them are counted, and not told",
    "lembas-messages: a conversation with a body that cannot be read was passed on as it was; more of them are counted, and not told",
    "lembas-messages: conversations composed: 1; passed on as they were: 3 with a compressed body, 1 with a body that cannot be read; other requests: 1",
    "",
  ]);
  expect([code, printed]).toEqual([0, ""]);
});

it("says that it is off, and exits with 1 where the port is taken", async () => {
  const first = start(["serve", "--to", "https://a.example", "--port", "0"], { LEMBAS_OFF: "1" });
  const { port } = new URL(await first.address());
  const second = await start(["serve", "--to", "https://a.example", "--port", port]).ended();
  expect(second).toMatchObject({ code: 1, said: expect.stringContaining("EADDRINUSE") });
  expect(second.said).not.toContain("Usage");
  first.child.kill("SIGTERM");
  const { code, said } = await first.ended();
  expect(code).toBe(0);
  expect(said).toContain("passes on to https://a.example, as it is: LEMBAS_OFF=1\n");
  expect(said).toContain("conversations composed: 0; passed on as they were: 0; other requests: 0\n");
});

it.each([[5], [null], [["serve", 5]]])("throws for arguments that are none: %j", async (args) => {
  await expect(runCommandLine(args as never)).rejects.toThrow("args must be a list of strings; got ");
});
