import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { canMount, scratchFolder, tinyDisk } from "@lembas/build/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { runCommandLine } from "./command-line.js";

let configuration = "";
let project = "";
let printed = "";
let said = "";

beforeEach(() => {
  const folder = scratchFolder();
  configuration = join(folder, "configuration");
  project = join(folder, "project");
  mkdirSync(configuration);
  mkdirSync(project);
  printed = "";
  said = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += text;
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += text;
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const run = async (...args: string[]): Promise<number> => {
  printed = "";
  said = "";
  return runCommandLine(args, { env: { CLAUDE_CONFIG_DIR: configuration }, cwd: project });
};

const settings = () => join(configuration, "settings.json");
const hook = () => join(configuration, "lembas", "user", "hook.cjs");
const readAll = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => [path, readFileSync(path, "utf8")]),
  );

describe("install", () => {
  it("copies the bundled hook, and adds an entry that runs it", async () => {
    writeFileSync(settings(), '{ "model": "opus" }');
    expect(await run("install")).toBe(0);
    expect(readFileSync(hook(), "utf8")).toBe(
      readFileSync(new URL("../dist/hook.cjs", import.meta.url), "utf8"),
    );
    expect(JSON.parse(readFileSync(settings(), "utf8"))).toMatchObject({
      model: "opus",
      hooks: { PostToolUse: [{ hooks: [{ type: "command", command: `node "${hook()}"`, timeout: 10 }] }] },
    });
    expect(printed).toContain(`${hook()} written.\n${settings()} changed`);
  });

  it("does nothing new the second time", async () => {
    await run("install");
    const before = readAll(configuration);
    expect(await run("install")).toBe(0);
    expect(printed).toContain("has its entry already");
    expect(readAll(configuration)).toEqual(before);
  });

  it("--dry-run writes nothing", async () => {
    expect(await run("install", "--dry-run")).toBe(0);
    expect(printed).toContain("would be written");
    expect(printed).toContain('"PostToolUse"');
    expect(await run("install", "--project", "--dry-run")).toBe(0);
    expect(readAll(configuration)).toEqual({});
    expect(readAll(project)).toEqual({});
  });

  it("--project puts the entry into the project's local settings, and the file into the person's configuration", async () => {
    expect(await run("install", "--project")).toBe(0);
    const [own = ""] = Object.keys(readAll(configuration));
    expect(own).toMatch(/lembas\/project-[0-9a-f]{12}\/hook\.cjs$/);
    expect(Object.keys(readAll(project))).toEqual([join(project, ".claude", "settings.local.json")]);
    expect(readFileSync(join(project, ".claude", "settings.local.json"), "utf8")).toContain(own);
  });

  it("names other hooks for the same tools", async () => {
    mkdirSync(join(project, ".claude"));
    const other = {
      hooks: { PostToolUse: [{ matcher: "Read", hooks: [{ type: "command", command: "other-hook" }] }] },
    };
    writeFileSync(join(project, ".claude", "settings.json"), JSON.stringify(other));
    await run("install");
    expect(printed).toContain(
      `the last to finish wins:\n  other-hook  (${join(project, ".claude", "settings.json")})`,
    );
  });

  it.each(["{ not JSON", '// comment\n{ "model": "opus" }', "[1]"])(
    "refuses settings that are %s",
    async (text) => {
      writeFileSync(settings(), text);
      for (const command of ["install", "uninstall"]) {
        expect(await run(command)).toBe(1);
        expect(said).toContain(`lembas-claude-code: ${settings()} is not`);
        expect(said).toContain("nothing was changed");
      }
      expect(readAll(configuration)).toEqual({ [settings()]: text });
    },
  );

  it("keeps a symbolic link and the mode of the settings", async () => {
    const real = join(project, "dotfiles.json");
    writeFileSync(real, "{}\n");
    chmodSync(real, 0o640);
    symlinkSync(real, settings());
    await run("install");
    expect(readFileSync(real, "utf8")).toContain("hook.cjs");
    expect(statSync(real).mode & 0o777).toBe(0o640);
    await run("uninstall");
    expect(readFileSync(real, "utf8")).toBe("{}\n");
  });
});

/** Changes the first entry, as a person may. */
const editEntry = (edit: (entry: { hooks: { command: string }[]; matcher: string }) => void): void => {
  const all = JSON.parse(readFileSync(settings(), "utf8"));
  edit(all.hooks.PostToolUse[0]);
  writeFileSync(settings(), `${JSON.stringify(all, undefined, 2)}\n`);
};
const entries = () => JSON.parse(readFileSync(settings(), "utf8")).hooks?.PostToolUse;

describe("an entry that a person has edited", () => {
  it("keeps what is theirs when it is installed again, and when it is taken out", async () => {
    await run("install");
    editEntry((entry) => {
      entry.matcher = "Bash";
      entry.hooks.push({ command: "mine" });
    });
    await run("install", "--log");
    expect(printed).toContain("  mine  (");
    expect(entries()).toMatchObject([
      { matcher: "Bash", hooks: [{ command: expect.stringContaining(" --log ") }, { command: "mine" }] },
    ]);
    await run("uninstall");
    expect(entries()).toEqual([{ matcher: "Bash", hooks: [{ command: "mine" }] }]);
  });

  it("is known by the file that it runs, whatever runs it", async () => {
    await run("install");
    editEntry(({ hooks: [own] }) => {
      if (own) own.command = `/usr/bin/env ${own.command} || true`;
    });
    const before = readFileSync(settings(), "utf8");
    await run("install");
    expect(readFileSync(settings(), "utf8")).toBe(before);
    await run("uninstall");
    expect(printed).toContain("The entry taken out");
    expect(JSON.parse(readFileSync(settings(), "utf8"))).toEqual({});
  });
});

it.each([
  '{"hooks":{"PostToolUse":[{"hooks":[]}]},"hooks":{}}',
  '{"hooks":{"PostToolUse":[1],"PostToolUse":[]}}',
  '{"hooks":{"PostToolUse":[{"hooks":[{}],"hooks":[]}]}}',
])("refuses settings in which a name stands twice: %s", async (text) => {
  writeFileSync(settings(), text);
  for (const command of ["install", "uninstall"]) {
    expect(await run(command)).toBe(1);
    expect(said).toContain("stands twice");
  }
  expect(readAll(configuration)).toEqual({ [settings()]: text });
});

it.skipIf(process.platform === "win32")("runs from a folder whose name a shell would read", async () => {
  configuration = join(configuration, 'a $HOME `date` "b"');
  mkdirSync(configuration);
  await run("install", "--log");
  const [{ hooks }] = entries();
  const { status, stderr } = spawnSync("sh", ["-c", hooks[0].command], { input: "{}", encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  await run("uninstall");
  expect(readAll(configuration)).toEqual({});
});

it("settings that somebody else writes meanwhile are not overwritten", async () => {
  writeFileSync(settings(), '{\n  "model": "opus"\n}\n');
  const installing = run("install");
  const theirs = '{\n  "model": "sonnet"\n}\n';
  // Whenever it comes, what they wrote is there in the end.
  writeFileSync(settings(), theirs);
  await installing;
  expect(JSON.parse(readFileSync(settings(), "utf8"))).toMatchObject({ model: "sonnet" });
});

const bin = fileURLToPath(new URL("../bin.js", import.meta.url));
const killed = fileURLToPath(new URL("testing/killed-install.js", import.meta.url));

/** Runs a script as a process of its own, with this configuration. Gives how it ended. */
const start = async (script: string, ...args: string[]) => {
  const env = { PATH: process.env["PATH"], CLAUDE_CONFIG_DIR: configuration };
  const child = spawn(process.execPath, [script, ...args], { cwd: project, env, stdio: "pipe" });
  const [text, [code, signal]] = await Promise.all([readText(child.stderr), once(child, "close")]);
  return { code, signal, said: text };
};
const ended = { code: 0, signal: null, said: "" };

it("several installations at once all end well, and leave one entry", async () => {
  const text = '{\n  "model": "opus"\n}\n';
  writeFileSync(settings(), text);
  const runs = await Promise.all(Array.from({ length: 4 }, () => start(bin, "install")));
  expect(runs).toEqual(Array.from({ length: 4 }, () => ended));
  expect(entries()).toHaveLength(1);
  await run("uninstall");
  expect(readAll(configuration)).toEqual({ [settings()]: text });
});

it("an installation that is killed leaves the settings whole, and the next one ends well", async () => {
  const text = '{\n  "model": "opus"\n}\n';
  writeFileSync(settings(), text);
  await run("install", "--dry-run");
  const after = printed.slice(printed.indexOf("{"), printed.lastIndexOf("}") + 2);
  let kills = 0;
  for (let call = 1; ; call += 17) {
    const { signal, code } = await start(killed, String(call));
    expect([text, after]).toContain(readFileSync(settings(), "utf8"));
    if (signal === null) {
      expect(code).toBe(0);
      break;
    }
    kills++;
    expect(signal).toBe("SIGKILL");
    expect(await run("install")).toBe(0);
    expect(readFileSync(settings(), "utf8")).toBe(after);
    await run("uninstall");
    expect(readAll(configuration)).toEqual({ [settings()]: text });
  }
  expect(kills).toBeGreaterThan(4);
});

describe.skipIf(!canMount)(`on a full disk${canMount ? "" : ": no disk can be mounted here"}`, () => {
  it("an installation leaves the settings as they are where the hook does not fit", async () => {
    configuration = tinyDisk();
    writeFileSync(settings(), '{ "model": "opus" }');
    expect(await run("install")).toBe(1);
    expect(said).toContain("ENOSPC");
    expect(readAll(configuration)).toEqual({ [settings()]: '{ "model": "opus" }' });
  });

  it("an installation leaves the settings as they are where they do not fit a second time", async () => {
    const real = join(tinyDisk(), "dotfiles.json");
    const text = `{ "model": "${"x".repeat(40_000)}" }`;
    writeFileSync(real, text);
    symlinkSync(real, settings());
    expect(await run("install")).toBe(1);
    expect(said).toContain("ENOSPC");
    expect(readFileSync(real, "utf8")).toBe(text);
    expect(await run("uninstall")).toBe(0);
    expect(readFileSync(real, "utf8")).toBe(text);
    expect(readAll(configuration)).toEqual({ [settings()]: text });
  });
});

describe("uninstall", () => {
  it("leaves a link that led to no file as it was", async () => {
    const real = join(project, "dotfiles.json");
    symlinkSync(real, settings());
    await run("install");
    expect(existsSync(real)).toBe(true);
    await run("uninstall");
    expect(readlinkSync(settings())).toBe(real);
    expect(existsSync(real)).toBe(false);
  });

  it.each([
    ["settings in a form of their own", '{"hooks" : {"PostToolUse":[ ], "Stop":[]},\n "model":"opus" }'],
    ["empty lists", '{\n  "hooks": {}\n}\n'],
    ["nothing", undefined],
    ["a blank file", "\n"],
  ])("leaves %s as it was", async (_, text) => {
    if (text !== undefined) writeFileSync(settings(), text);
    const before = readAll(configuration);
    await run("install", "--log");
    await run("install");
    expect(await run("uninstall")).toBe(0);
    expect(readAll(configuration)).toEqual(before);
    expect(readdirSync(configuration)).not.toContain("lembas");
  });

  it("keeps what was changed in between", async () => {
    writeFileSync(settings(), '{\n  "model": "opus"\n}\n');
    await run("install");
    writeFileSync(settings(), readFileSync(settings(), "utf8").replace("opus", "sonnet"));
    await run("uninstall");
    expect(readFileSync(settings(), "utf8")).toBe('{\n  "model": "sonnet"\n}\n');
  });

  it("takes away its own alone", async () => {
    await run("install");
    await run("install", "--project");
    writeFileSync(join(configuration, "lembas", "user", "mine.txt"), "mine");
    expect(await run("uninstall")).toBe(0);
    expect(printed).toContain(`${hook()} removed.\n`);
    expect(existsSync(hook())).toBe(false);
    expect(existsSync(join(configuration, "lembas", "user", "mine.txt"))).toBe(true);
    expect(Object.keys(readAll(configuration)).some((path) => path.endsWith("hook.cjs"))).toBe(true);
    expect(await run("uninstall", "--project")).toBe(0);
    expect(readAll(project)).toEqual({});
  });

  it("--dry-run removes nothing, and says what is not there", async () => {
    await run("install");
    const before = readAll(configuration);
    await run("uninstall", "--dry-run");
    expect(printed).toContain("would be taken out");
    expect(readAll(configuration)).toEqual(before);
    await run("uninstall");
    await run("uninstall");
    expect(printed).toContain("has no entry of this hook");
  });
});

describe("status", () => {
  it("tells what is installed, and what the last sessions saved", async () => {
    expect(await run("status")).toBe(0);
    expect(printed).toBe(
      `For you: not installed in ${settings()}.\nFor this project: not installed in ${join(project, ".claude", "settings.local.json")}.\n`,
    );
    await run("install", "--log");
    await run("status");
    expect(printed).toContain("The log has no entry yet.");
    const line = (session: string, given: number, shown: number) =>
      `${JSON.stringify({ at: "2026-01-02T03:04:05.000Z", session, tool: "Read", given, shown })}\n`;
    const log = join(configuration, "lembas", "user", "log.jsonl");
    writeFileSync(
      log,
      `${line("one", 5000, 400)}not JSON\n{}\n${line("two", 10, 5)}${line("one", 7000, 600)}`,
    );
    await run("status");
    expect(printed).toContain(
      "  2026-01-02 03:04  two: 1 answers changed, 10 characters to 5\n  2026-01-02 03:04  one: 2 answers changed, 12,000 characters to 1,000\n",
    );
  });

  it("tells of one scope where the settings of the other are broken", async () => {
    await run("install");
    mkdirSync(join(project, ".claude"));
    writeFileSync(join(project, ".claude", "settings.local.json"), "{ broken");
    expect(await run("status")).toBe(1);
    expect(printed).toContain(`For you: installed in ${settings()}.`);
    expect(said).toContain(`${join(project, ".claude", "settings.local.json")} is not JSON`);
    writeFileSync(settings(), "{ broken too");
    expect(await run("status")).toBe(1);
    expect(printed).toBe("");
    expect(said).toContain(`${settings()} is not JSON`);
  });

  it("tells what keeps the hook from running", async () => {
    await run("install");
    await run("status");
    expect(printed).toContain("not logged");
    writeFileSync(hook(), "// older");
    writeFileSync(settings(), readFileSync(settings(), "utf8").replace("{", '{ "disableAllHooks": true,'));
    await run("status");
    expect(printed).toContain("is of another version");
    expect(printed).toContain("no hook runs");
  });
});

it.each([
  [["--help"], 0, "Usage: lembas-claude-code install"],
  [["--version"], 0, `${manifest.version}\n`],
  [[], 2, "one command is needed"],
  [["install", "twice"], 2, "one command is needed"],
  [["remove"], 2, "there is no such command: remove"],
  [["status", "--log"], 2, "there is no such command: status --log"],
  [["install", "--force"], 2, "--force"],
])("%j ends with %i", async (args, code, text) => {
  expect(await run(...args)).toBe(code);
  expect(code === 0 ? printed : said).toContain(text);
});
