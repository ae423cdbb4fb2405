import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, inject, vi } from "vitest";
import { isUp } from "./cluster.js";
import { itOnCluster } from "./own-cluster.js";

const server = inject("server");
const template = "own" in server && server.own ? [server.own.template] : [];

itOnCluster("what a killed process started is ended, and its folders are removed", async () => {
  const script = fileURLToPath(new URL("hold-servers.ts", import.meta.url));
  const child = fork(script, template, { execArgv: ["--import", "tsx"] });
  const [urls]: string[][] = await once(child, "message");
  expect(await Promise.all((urls ?? []).map(isUp))).toEqual(urls?.map(() => true));
  const folders = (urls ?? []).map((url) => new URL(url).searchParams.get("host") ?? "");
  expect(folders.map((folder) => existsSync(folder))).toEqual(folders.map(() => true));
  child.kill("SIGKILL");
  await vi.waitFor(() => expect(folders.filter((folder) => existsSync(folder))).toEqual([]), {
    timeout: 120_000,
    interval: 100,
  });
  expect(await Promise.all((urls ?? []).map(isUp))).toEqual(urls?.map(() => false));
});
