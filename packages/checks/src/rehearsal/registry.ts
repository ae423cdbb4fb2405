import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { Manifest } from "../workspace.js";
import type { Scratch } from "./scratch.js";

/** A package registry on this machine. */
export interface Registry {
  readonly url: string;
  /** The `.npmrc` of one who installs from it, or publishes to it. */
  readonly settings: string;
  /** The versions of a package that it has, oldest first. */
  versions(name: string): Promise<string[]>;
  /** The package.json of one published version. */
  manifest(name: string, version: string): Promise<Manifest | undefined>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

const isUp = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}-/ping`)).ok;
  } catch {
    return false;
  }
};

/** Installs a registry in the scratch folder and starts it on loopback; what it does not have it asks npm's for. */
export const startRegistry = async (scratch: Scratch): Promise<Registry> => {
  const folder = scratch.path("registry");
  mkdirSync(folder);
  writeFileSync(
    `${folder}/package.json`,
    // verdaccio's own node-fetch is a release candidate that fails on Node 20.
    JSON.stringify({
      private: true,
      dependencies: { verdaccio: "6.8.0" },
      overrides: { "node-fetch": "2.7.0" },
    }),
  );
  const upstream = (await scratch.run("npm", ["config", "get", "registry"])).trim();
  await scratch.run("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder });
  writeFileSync(
    `${folder}/config.yaml`,
    [
      "storage: ./storage",
      `uplinks: { upstream: { url: "${upstream}", timeout: 60s } }`,
      "packages:",
      '  "@lembas/*": { access: $all, publish: $all }',
      '  "**": { access: $all, proxy: upstream }',
      "log: { type: stdout, level: error }",
      "",
    ].join("\n"),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const child = scratch.start(
    process.execPath,
    ["node_modules/verdaccio/bin/verdaccio", "--config", "config.yaml", "--listen", `127.0.0.1:${port}`],
    { cwd: folder },
  );
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  }
  for (let tries = 0; !(await isUp(url)); tries += 1) {
    if (tries === 300 || child.exitCode !== null) throw new Error(`The registry did not start:\n${log}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const read = async (name: string): Promise<Readonly<Record<string, Manifest>>> => {
    const answer = await fetch(`${url}${name.replace("/", "%2f")}`);
    if (answer.status === 404) return {};
    const document: { versions: Readonly<Record<string, Manifest>> } = JSON.parse(await answer.text());
    return document.versions;
  };
  return {
    url,
    settings: `registry=${url}\n//127.0.0.1:${port}/:_authToken=anyone\n`,
    versions: async (name) => Object.keys(await read(name)),
    manifest: async (name, version) => (await read(name))[version],
  };
};
